-- What the list shows of an ask, and a sheet in addition to its text: the progress of each question, and mistakes.

local place = require("yourcall.place")

local M = {}

---Each ask has a namespace, so that the marks of other sheets in the buffer stay.
---@param ask yourcall.Ask
---@return integer
local function space_of(ask)
  return vim.api.nvim_create_namespace("yourcall-" .. ask.askId)
end

---@param buf integer
---@param line integer counted from 1, perhaps of a text that was longer
---@return integer row counted from 0
local function to_row(buf, line)
  return math.min(line, vim.api.nvim_buf_line_count(buf)) - 1
end

---A time in local time: `14:31`, with the day unless that is today.
---@param utc string|nil as in `yourcall.Line`
---@return string|nil
local function to_local(utc)
  local time = {}
  time.year, time.month, time.day, time.hour, time.min = (utc or ""):match("^(%d+)-(%d+)-(%d+)T(%d+):(%d+)")
  if not time.year then
    return nil
  end
  time.isdst = false
  -- `os.time` reads a table as local time.
  local now = os.time()
  local at = os.time(time) + os.difftime(now, os.time(os.date("!*t", now)))
  local is_today = os.date("%x", at) == os.date("%x", now)
  return os.date(is_today and "%H:%M" or "%a %d %b %H:%M", at)
end

---When an ask expires: ` · expires 14:31`.
---@param utc string|nil as in `yourcall.Line`
---@return string
function M.expiry(utc)
  local at = to_local(utc)
  return at and " · expires " .. at or ""
end

---What an ask is about, in a row of a list.
---@param line yourcall.Line
---@return { name: string, text: string }
function M.headline(line)
  local question = line.questions[1] or {}
  -- An older command sends no headline.
  return line.headline or { name = question.header or "Question", text = question.question or "" }
end

---An ask in one line of the list: since when it waits, whether it is an approval, what it is about, and who asks.
---@param line yourcall.Line
---@return string
function M.row(line)
  local headline = M.headline(line)
  local more = #line.questions > 1 and (" +%d"):format(#line.questions - 1) or ""
  local agent = line.agent or {}
  local from = agent.title and ("%s · %s"):format(agent.name, agent.title) or agent.name or ""
  local since = to_local(line.createdAt)
  local text = ("%s%s%s%s  %s  (%s)%s"):format(
    since and since .. "  " or "",
    line.kind == "approval" and "approval  " or "",
    headline.name,
    more,
    headline.text,
    from,
    M.expiry(line.expiresAt)
  )
  return (text:gsub("%c+", " "))
end

---Colors what a change adds and removes. Not by syntax, which tree-sitter turns off. An edited line keeps its color.
---@param ask yourcall.Ask
function M.color_change(ask)
  local first, last = place.range(ask.buf, ask.askId)
  if not first then
    return
  end
  local space = vim.api.nvim_create_namespace("yourcall-change-" .. ask.askId)
  vim.api.nvim_buf_clear_namespace(ask.buf, space, 0, -1)
  local lines, in_change = vim.api.nvim_buf_get_lines(ask.buf, first, last + 1, false), false
  for index, line in ipairs(lines) do
    -- A plan stands between the same lines; a change begins with the file.
    in_change = in_change or ((lines[index - 1] or ""):match("^<!%-%- lines:") and line:match("^File ")) ~= nil
    in_change = in_change and line ~= "<!-- /lines -->"
    local group = in_change and (line:match("^%+ ?") and "YourcallAdded" or line:match("^%- ?") and "YourcallRemoved") or nil
    if group then
      local row = first + index - 1
      vim.api.nvim_buf_set_extmark(ask.buf, space, row, 0, { end_row = row, end_col = #line, hl_group = group, priority = 150 })
    end
  end
end

---Says below each heading what would be sent, and below the first one until when, in place of what was said before.
---@param ask yourcall.Ask
---@param progress yourcall.Progress[]
function M.show_progress(ask, progress)
  ask.progress = progress
  vim.api.nvim_buf_clear_namespace(ask.buf, space_of(ask), 0, -1)
  for index, one in ipairs(progress) do
    local group = one.text:match("✔$") and "YourcallReady" or "YourcallOpen"
    local words = { { "   " .. one.text, group } }
    if index == 1 then
      table.insert(words, { M.expiry(ask.expires_at), "YourcallExpiry" })
    end
    local options = { virt_lines = { words } }
    vim.api.nvim_buf_set_extmark(ask.buf, space_of(ask), to_row(ask.buf, one.line), 0, options)
  end
end

---Text in lines that fit the window with this buffer.
---@param buf integer
---@param text string
---@return string[]
local function wrap(buf, text)
  local found = vim.fn.bufwinid(buf)
  local window = vim.fn.getwininfo(found == -1 and vim.api.nvim_get_current_win() or found)[1]
  -- Less the indent and the sign of the diagnostic.
  local room = window.width - window.textoff - 6
  local lines = { "" }
  for word in text:gmatch("%S+") do
    local longer = lines[#lines] == "" and word or lines[#lines] .. " " .. word
    if lines[#lines] ~= "" and vim.fn.strdisplaywidth(longer) > room then
      table.insert(lines, word)
    else
      lines[#lines] = longer
    end
  end
  return lines
end

---Shows the mistakes of an ask's sheet as diagnostics, each in full below its line.
---@param ask yourcall.Ask
---@param faults yourcall.Fault[]
function M.show_faults(ask, faults)
  local diagnostics = vim.tbl_map(function(fault)
    return {
      lnum = to_row(ask.buf, fault.line),
      col = 0,
      message = fault.message,
      severity = vim.diagnostic.severity.ERROR,
      source = "yourcall",
    }
  end, faults)
  -- At the end of the line, a message would be cut off.
  vim.diagnostic.set(space_of(ask), ask.buf, diagnostics, { virtual_text = false, virtual_lines = false })
  local below = vim.api.nvim_create_namespace("yourcall-faults-" .. ask.askId)
  vim.api.nvim_buf_clear_namespace(ask.buf, below, 0, -1)
  for _, one in ipairs(diagnostics) do
    local lines = vim.tbl_map(function(text)
      return { { "   " .. text, "YourcallFault" } }
    end, wrap(ask.buf, one.message))
    vim.api.nvim_buf_set_extmark(ask.buf, below, one.lnum, 0, { virt_lines = lines })
  end
end

return M
