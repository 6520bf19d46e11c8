-- Questions as sheets in a buffer. The command parses them: it gets the whole buffer, and finds the sheet by its id.

local asks = require("yourcall.asks")
local buffer = require("yourcall.buffer")
local events = require("yourcall.events")
local marks = require("yourcall.marks")
local place = require("yourcall.place")
local remains = require("yourcall.remains")
local seen = require("yourcall.seen")
local status = require("yourcall.status")

local M = {}

---@param buf integer
---@return string
local function text_of(buf)
  return table.concat(buffer.lines(buf), "\n") .. "\n"
end

---Asks the command what the sheet would send.
---@param ask yourcall.Ask
function M.check(ask)
  if ask.state == "open" then
    asks.note_lost(ask)
    ask.tick = vim.api.nvim_buf_get_changedtick(ask.buf)
    ask.job.send({ type = "check_sheet", id = ask.id, sheet = text_of(ask.buf), seen = seen.ranges(ask) })
  end
end

---@type table<integer, integer> how often a check was wanted, by buffer
local wanted = {}

---Checks every open sheet of a buffer once typing pauses.
---@param buf integer
function M.check_soon(buf)
  -- Not by `changedtick`, which a write to the disk changes, too: then nothing would be checked.
  local number = (wanted[buf] or 0) + 1
  wanted[buf] = number
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_valid(buf) and wanted[buf] == number then
      for _, ask in ipairs(asks.open_in(buf)) do
        M.check(ask)
      end
    end
  end, 50)
end

---@param ask yourcall.Ask
---@param waits boolean
local function count(ask, waits)
  if ask.waits ~= waits then
    ask.waits = waits
    local change = waits and status.add or status.remove
    change(ask.askId)
  end
end

---@param ask yourcall.Ask
local function unlock(ask)
  if ask.state == "sending" then
    ask.state = "open"
    buffer.unlock(ask.buf)
  end
end

---@param ask yourcall.Ask
---@return boolean whether the ask can be answered now
local function is_ready(ask)
  if ask.state == "ended" then
    buffer.notify("This question has ended. Nothing was sent.")
  elseif ask.state == "sending" then
    buffer.notify("This sheet is being sent.")
  else
    return true
  end
  return false
end

---@param ask yourcall.Ask
---@param response? table what to send instead of the sheet
function M.send(ask, response)
  if is_ready(ask) then
    ask.state = "sending"
    buffer.lock(ask.buf)
    local line = response or { sheet = text_of(ask.buf), seen = seen.ranges(ask) }
    line.type, line.id, line.surface = "ask_user_question_response", ask.id, "nvim"
    local why = ask.job.send(line)
    if why then
      unlock(ask)
      buffer.notify(why, vim.log.levels.WARN)
    end
  end
end

---Sends the only sheet of a buffer.
---@param buf integer
function M.send_in(buf)
  local ask = asks.only(buf)
  if ask then
    M.send(ask)
  end
end

---@param buf integer
---@return boolean
function M.is_sending(buf)
  return #vim.tbl_filter(function(ask)
    return ask.state == "sending"
  end, asks.open_in(buf)) > 0
end

---Where the sheet of an ask is that can be answered now; nothing, and a notice, otherwise.
---@param ask yourcall.Ask
---@return integer|nil first, integer|nil last
local function find_ready(ask)
  if not is_ready(ask) then
    return
  end
  local first, last = place.range(ask.buf, ask.askId)
  if not first then
    buffer.notify("This question's sheet is gone. Undo to get it back.", vim.log.levels.WARN)
  end
  return first, last
end

---No preference for the question at the cursor; the only question of a sheet is sent at once.
---@param ask yourcall.Ask
---@param row integer the cursor's line, counted from 0
function M.skip(ask, row)
  local first, last = find_ready(ask)
  if not first then
    return
  elseif ask.kind == "approval" then
    return buffer.notify("An approval cannot be skipped. Keep a line, or decline it.", vim.log.levels.WARN)
  end
  local from, to, is_only = place.options(ask.buf, first, last, row)
  if not from then
    return buffer.notify("Nothing to skip here.")
  end
  buffer.set(ask.buf, from, to + 1, { "skip" })
  if is_only then
    M.send(ask)
  end
end

---Adds the line that attaches a picture to the question at the cursor. The command reads the file when the sheet is sent.
---@param ask yourcall.Ask
---@param row integer the cursor's line, counted from 0
---@param path string
function M.attach(ask, row, path)
  local first, last = find_ready(ask)
  if not first then
    return
  end
  local file = vim.fn.fnamemodify(vim.fn.expand(path), ":p")
  if vim.fn.filereadable(file) == 0 then
    return buffer.notify(("There is no file %s."):format(file), vim.log.levels.WARN)
  end
  local _, to = place.options(ask.buf, first, last, row)
  if not to then
    return buffer.notify("Put the cursor on a question first.", vim.log.levels.WARN)
  end
  buffer.set(ask.buf, to + 1, to + 1, { "attach: " .. file })
  M.check_soon(ask.buf)
end

---Follows an ask whose sheet is in the buffer.
---@param buf integer
---@param job yourcall.Job
---@param line yourcall.Line
---@return yourcall.Ask
function M.open(buf, job, line)
  local ask = {
    id = line.id,
    askId = line.askId,
    buf = buf,
    job = job,
    kind = line.kind,
    sheet = line.sheet,
    expires_at = line.expiresAt,
    state = "open",
    waits = false,
  }
  local before = asks.add(ask)
  if before then
    count(before, false)
    ask.shows_errors = before.shows_errors
  end
  count(ask, true)
  marks.color_change(ask)
  seen.watch(ask, M.check_soon)
  M.check(ask)
  return ask
end

---Replaces the sheet by the line that says how it ended.
---@param ask yourcall.Ask
---@param line yourcall.Line
local function close(ask, line)
  unlock(ask)
  marks.show_progress(ask, {})
  marks.show_faults(ask, {})
  ask.state = "ended"
  seen.forget(ask)
  count(ask, false)
  remains.show(ask, line)
  if line.elsewhere or buffer.is_current(ask.buf) then
    -- The sheet says how it ended.
    buffer.notify(not line.elsewhere and line.go_on or line.summary)
  end
  events.ended(line)
end

---Closes a sheet that is in the text of this buffer and was never followed here: its ask ended while the file was closed.
---@param buf integer
---@param line yourcall.Line
function M.close_found(buf, line)
  if place.range(buf, line.askId) then
    close({ id = line.id, askId = line.askId, buf = buf, sheet = line.sheet or "", state = "open", waits = false }, line)
  end
end

---@param ask yourcall.Ask
---@param line yourcall.Line
local function on_checked(ask, line)
  if ask.state ~= "open" then
    return
  end
  -- The buffer has changed since: check again, because no further edit may follow that would trigger a check.
  if ask.tick ~= vim.api.nvim_buf_get_changedtick(ask.buf) then
    return M.check_soon(ask.buf)
  end
  marks.show_progress(ask, line.progress)
  -- A check reads no pictures, so what was refused stays until the text changes. Of an approval, more may have been read since.
  if ask.shows_errors and (ask.kind == "approval" or ask.tick ~= ask.refused_tick) then
    marks.show_faults(ask, line.errors)
  end
end

---@param ask yourcall.Ask
---@param line yourcall.Line
local function on_deadline(ask, line)
  ask.expires_at = line.expiresAt
  marks.show_progress(ask, ask.progress or {})
end

---@param ask yourcall.Ask
---@param line yourcall.Line
local function on_error(ask, line)
  local was_sending = ask.state == "sending"
  unlock(ask)
  local first = (line.errors or {})[1]
  if first then
    ask.shows_errors, ask.refused_tick = true, vim.api.nvim_buf_get_changedtick(ask.buf)
    marks.show_faults(ask, line.errors)
    if was_sending and buffer.is_current(ask.buf) then
      vim.api.nvim_win_set_cursor(0, { math.min(first.line, vim.api.nvim_buf_line_count(ask.buf)), 0 })
    end
  end
  buffer.notify(first and first.message or line.message, vim.log.levels.WARN)
end

---Takes a line of the job if it is about an ask of this buffer.
---@param buf integer
---@param line yourcall.Line
---@return boolean
function M.on_line(buf, line)
  local takers = { sheet_checked = on_checked, deadline_changed = on_deadline, ask_ended = close, error = on_error }
  local ask = asks.find(buf, line.id)
  if ask == nil or takers[line.type] == nil then
    return false
  end
  takers[line.type](ask, line)
  return true
end

---The job of these sheets has ended. They stay as they are, for a job that resumes.
---@param buf integer
function M.detach(buf)
  for _, ask in ipairs(asks.open_in(buf)) do
    unlock(ask)
    marks.show_progress(ask, {})
    count(ask, false)
  end
end

---The buffer is gone.
---@param buf integer
function M.forget(buf)
  for _, ask in ipairs(asks.open_in(buf)) do
    seen.forget(ask)
    count(ask, false)
  end
  asks.forget(buf)
end

return M
