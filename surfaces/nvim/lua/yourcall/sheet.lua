-- Questions as sheets in a buffer. The command reads them: the whole buffer goes there, and it finds the sheet by its id.

local buffer = require("yourcall.buffer")
local status = require("yourcall.status")

---@class yourcall.Ask
---@field id string names the ask in lines of its job
---@field askId string
---@field buf integer
---@field job yourcall.Job
---@field sheet string as it was first shown
---@field state "open"|"sending"|"ended"
---@field shows_errors boolean
---@field marks integer[]

local M = {}

local marks = vim.api.nvim_create_namespace("yourcall-progress")
local faults = vim.api.nvim_create_namespace("yourcall-errors")

---@type table<integer, table<string, yourcall.Ask>> by buffer, then by the ask's id
local asks = {}

---The lines of an ask's sheet, counted from 0, the last one included.
---@return integer|nil, integer|nil
function M.range(buf, ask_id)
  local first
  for index, line in ipairs(buffer.lines(buf)) do
    local id = line:match("^<!%-%- yourcall (ask_[^%s>]+)")
    if first and (id or line:match("^<!%-%- /yourcall")) then
      return first, id and index - 2 or index - 1
    end
    if id == ask_id then
      first = index - 1
    end
  end
  if first then
    return first, vim.api.nvim_buf_line_count(buf) - 1
  end
end

---@return yourcall.Ask[]
function M.open_in(buf)
  return vim.tbl_filter(function(ask)
    return ask.state ~= "ended"
  end, vim.tbl_values(asks[buf] or {}))
end

---The ask whose sheet is at this line, counted from 0.
---@return yourcall.Ask|nil
function M.at(buf, row)
  for _, ask in pairs(asks[buf] or {}) do
    local first, last = M.range(buf, ask.askId)
    if first and row >= first and row <= last then
      return ask
    end
  end
end

local function clear(ask)
  for _, mark in ipairs(ask.marks) do
    pcall(vim.api.nvim_buf_del_extmark, ask.buf, marks, mark)
  end
  ask.marks = {}
end

local function show_errors(ask, errors)
  local last = vim.api.nvim_buf_line_count(ask.buf)
  vim.diagnostic.set(
    faults,
    ask.buf,
    vim.tbl_map(function(fault)
      return {
        lnum = math.min(fault.line, last) - 1,
        col = 0,
        message = fault.message,
        severity = vim.diagnostic.severity.ERROR,
        source = "yourcall",
      }
    end, errors)
  )
end

local function text_of(buf)
  return table.concat(buffer.lines(buf), "\n") .. "\n"
end

---Asks the command what the sheet would send.
function M.check(ask)
  if ask.state == "open" then
    ask.tick = vim.api.nvim_buf_get_changedtick(ask.buf)
    ask.job.send({ type = "check_sheet", id = ask.id, sheet = text_of(ask.buf) })
  end
end

---Checks every open sheet of a buffer once typing pauses.
function M.check_soon(buf)
  local tick = vim.api.nvim_buf_get_changedtick(buf)
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_valid(buf) and vim.api.nvim_buf_get_changedtick(buf) == tick then
      for _, ask in ipairs(M.open_in(buf)) do
        M.check(ask)
      end
    end
  end, 50)
end

local function lock(ask)
  ask.state, ask.modifiable = "sending", vim.bo[ask.buf].modifiable
  vim.bo[ask.buf].modifiable = false
end

local function unlock(ask)
  if ask.state == "sending" then
    ask.state = "open"
    vim.bo[ask.buf].modifiable = ask.modifiable
  end
end

---@return boolean whether the ask can be answered now
local function is_ready(ask)
  if ask.state == "ended" then
    buffer.notify("This question has ended. Nothing was sent.")
  elseif ask.job.ended then
    buffer.notify("Its job has ended, nothing was sent. :Yourcall resume connects it again.", vim.log.levels.WARN)
  elseif ask.state == "sending" then
    buffer.notify("It is being sent.")
  else
    return true
  end
  return false
end

---@param response? table what to send instead of the sheet
function M.send(ask, response)
  if is_ready(ask) then
    lock(ask)
    local line = response or { sheet = text_of(ask.buf) }
    line.type, line.id, line.surface = "ask_user_question_response", ask.id, "nvim"
    ask.job.send(line)
  end
end

---No preference for the question at the cursor; the only question of a sheet is sent at once.
function M.skip(ask, row)
  if not is_ready(ask) then
    return
  end
  local first, last = M.range(ask.buf, ask.askId)
  local lines = vim.api.nvim_buf_get_lines(ask.buf, first, last + 1, false)
  local headings = {}
  for index, line in ipairs(lines) do
    if line:match("^## ") then
      table.insert(headings, index)
    end
  end
  local at = 1
  for number = 1, #headings - 1 do
    if first + headings[number] - 1 <= row then
      at = number
    end
  end
  local from, to
  for index = headings[at] + 1, (headings[at + 1] or #lines + 1) - 1 do
    if lines[index]:match("^[-*+] ") or (from and lines[index]:match("^%s+%S")) then
      from, to = from or index, index
    end
  end
  if not from then
    return buffer.notify("Nothing to skip here.")
  end
  buffer.set(ask.buf, first + from - 1, first + to, { "skip" })
  if #headings <= 2 then
    M.send(ask)
  end
end

---Follows an ask whose sheet is in the buffer.
---@return yourcall.Ask
function M.open(buf, job, line)
  asks[buf] = asks[buf] or {}
  local ask = { id = line.id, askId = line.askId, buf = buf, job = job, sheet = line.sheet, state = "open", marks = {} }
  asks[buf][line.askId] = ask
  status.add(ask.askId)
  M.check(ask)
  return ask
end

---What is left of a person's edit when somebody else was faster, as a comment that no parser reads as a sheet.
local function keep_edit(ask, lines)
  local now = table.concat(lines, "\n")
  if vim.trim(now) == vim.trim(ask.sheet) then
    return {}
  end
  local kept = { "<!-- Your edit, not sent:" }
  for _, line in ipairs(lines) do
    if not line:match("^<!%-%-") and line ~= "" then
      table.insert(kept, "    " .. line:gsub("%-%->", "--›"))
    end
  end
  table.insert(kept, "-->")
  return kept
end

---Replaces the sheet by the line that says how it ended.
local function close(ask, line)
  unlock(ask)
  clear(ask)
  vim.diagnostic.reset(faults, ask.buf)
  ask.state = "ended"
  status.remove(ask.askId)
  local first, last = M.range(ask.buf, ask.askId)
  if first then
    local lines = vim.api.nvim_buf_get_lines(ask.buf, first, last + 1, false)
    local mark = line.outcome.status == "answered" and "✔ " or "– "
    local closed = { mark .. line.summary }
    vim.list_extend(closed, line.elsewhere and keep_edit(ask, lines) or {})
    buffer.set(ask.buf, first, last + 1, closed)
  end
  if line.elsewhere or buffer.is_current(ask.buf) then
    buffer.notify(line.summary)
  end
end

local function on_checked(ask, line)
  -- A newer edit has its own check.
  if ask.state ~= "open" or ask.tick ~= vim.api.nvim_buf_get_changedtick(ask.buf) then
    return
  end
  clear(ask)
  for _, progress in ipairs(line.progress) do
    local done = progress.text:match("✔$")
    local words = { { "   " .. progress.text, done and "DiagnosticHint" or "DiagnosticInfo" } }
    local row = math.min(progress.line, vim.api.nvim_buf_line_count(ask.buf)) - 1
    table.insert(ask.marks, vim.api.nvim_buf_set_extmark(ask.buf, marks, row, 0, { virt_lines = { words } }))
  end
  if ask.shows_errors then
    show_errors(ask, line.errors)
  end
end

local function on_error(ask, line)
  local was_sending = ask.state == "sending"
  unlock(ask)
  if line.errors and #line.errors > 0 then
    ask.shows_errors = true
    show_errors(ask, line.errors)
    local first = line.errors[1]
    if was_sending and buffer.is_current(ask.buf) then
      local row = math.min(first.line, vim.api.nvim_buf_line_count(ask.buf))
      vim.api.nvim_win_set_cursor(0, { row, 0 })
    end
    buffer.notify(first.message, vim.log.levels.WARN)
  else
    buffer.notify(line.message, vim.log.levels.WARN)
  end
end

---Takes a line of the job if it is about an ask of this buffer.
---@return boolean
function M.on_line(buf, line)
  local ask
  for _, known in pairs(asks[buf] or {}) do
    if line.id ~= nil and (known.id == line.id or known.askId == line.id) and known.state ~= "ended" then
      ask = known
    end
  end
  if not ask then
    return false
  end
  if line.type == "sheet_checked" then
    on_checked(ask, line)
  elseif line.type == "ask_ended" then
    close(ask, line)
  elseif line.type == "error" then
    on_error(ask, line)
  else
    return false
  end
  return true
end

---The job of these sheets has ended. They stay as they are, for a job that resumes.
function M.detach(buf)
  for _, ask in ipairs(M.open_in(buf)) do
    unlock(ask)
    clear(ask)
    status.remove(ask.askId)
  end
end

function M.forget(buf)
  for _, ask in ipairs(M.open_in(buf)) do
    status.remove(ask.askId)
  end
  asks[buf] = nil
end

return M
