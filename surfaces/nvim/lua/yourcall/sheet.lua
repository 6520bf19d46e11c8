-- Questions as sheets in a buffer. The command parses them: it gets the whole buffer, and finds the sheet by its id.

local buffer = require("yourcall.buffer")
local marks = require("yourcall.marks")
local place = require("yourcall.place")
local seen = require("yourcall.seen")
local status = require("yourcall.status")

---@class yourcall.Ask
---@field id string names the ask in lines of its job
---@field askId string
---@field buf integer
---@field job yourcall.Job
---@field kind string|nil `question` or `approval`
---@field sheet string as it was first shown
---@field expires_at string|nil
---@field progress yourcall.Progress[]|nil what is shown below its headings
---@field state "open"|"sending"|"ended"
---@field shows_errors boolean|nil whether a refusal has shown mistakes, which are then kept up to date
---@field tick integer|nil the state of the buffer that was last checked
---@field waits boolean whether it is counted as waiting
---@field subject table<integer, string>|nil of an approval, by mark: the lines that have to be read before it is allowed
---@field seen table<integer, boolean>|nil the marks of those that have been on the screen

local M = {}

---@type table<integer, table<string, yourcall.Ask>> by buffer, then by the ask's id
local asks = {}

---@param buf integer
---@return yourcall.Ask[]
function M.open_in(buf)
  return vim.tbl_filter(function(ask)
    return ask.state ~= "ended"
  end, vim.tbl_values(asks[buf] or {}))
end

---The ask whose sheet is at this line, counted from 0.
---@param buf integer
---@param row integer
---@return yourcall.Ask|nil
function M.at(buf, row)
  for _, ask in pairs(asks[buf] or {}) do
    local first, last = place.range(buf, ask.askId)
    if first and row >= first and row <= last then
      return ask
    end
  end
end

---An open ask whose sheet has lost its first line, so that it is nowhere.
---@param buf integer
---@return yourcall.Ask|nil
function M.lost_in(buf)
  for _, ask in ipairs(M.open_in(buf)) do
    if not place.range(buf, ask.askId) then
      return ask
    end
  end
end

---@param buf integer
---@return string
local function text_of(buf)
  return table.concat(buffer.lines(buf), "\n") .. "\n"
end

---Asks the command what the sheet would send.
---@param ask yourcall.Ask
function M.check(ask)
  if ask.state == "open" then
    ask.tick = vim.api.nvim_buf_get_changedtick(ask.buf)
    ask.job.send({ type = "check_sheet", id = ask.id, sheet = text_of(ask.buf), seen = seen.ranges(ask) })
  end
end

---Checks every open sheet of a buffer once typing pauses.
---@param buf integer
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
  local _, ask = next(asks[buf] or {})
  if ask then
    M.send(ask)
  end
end

---@param buf integer
---@return boolean
function M.is_sending(buf)
  return #vim.tbl_filter(function(ask)
    return ask.state == "sending"
  end, M.open_in(buf)) > 0
end

---No preference for the question at the cursor; the only question of a sheet is sent at once.
---@param ask yourcall.Ask
---@param row integer the cursor's line, counted from 0
function M.skip(ask, row)
  local first, last = place.range(ask.buf, ask.askId)
  if not is_ready(ask) then
    return
  elseif ask.kind == "approval" then
    return buffer.notify("An approval cannot be skipped. Keep one line, or :Yourcall decline.", vim.log.levels.WARN)
  elseif not first then
    return buffer.notify("This question's sheet is gone. Undo to get it back.", vim.log.levels.WARN)
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

---Follows an ask whose sheet is in the buffer.
---@param buf integer
---@param job yourcall.Job
---@param line yourcall.Line
---@return yourcall.Ask
function M.open(buf, job, line)
  asks[buf] = asks[buf] or {}
  local before = asks[buf][line.askId]
  if before then
    count(before, false)
  end
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
    shows_errors = before and before.shows_errors,
  }
  asks[buf][line.askId] = ask
  count(ask, true)
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
  local first, last = place.range(ask.buf, ask.askId)
  if first then
    local lines = vim.list_slice(buffer.lines(ask.buf), first + 1, last + 1)
    buffer.set(ask.buf, first, last + 1, place.ended(line, lines, ask.sheet))
  end
  if line.elsewhere or buffer.is_current(ask.buf) then
    buffer.notify(line.summary)
  end
end

---Closes a sheet that is in the text of this buffer and was never followed here: its ask ended while the file was closed.
---@param buf integer
---@param line yourcall.Line
function M.close_found(buf, line)
  if place.range(buf, line.askId) then
    close({ id = line.id, askId = line.askId, buf = buf, sheet = "", state = "open", waits = false }, line)
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
  if ask.shows_errors then
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
    ask.shows_errors = true
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
  for _, ask in pairs(asks[buf] or {}) do
    if line.id ~= nil and (ask.id == line.id or ask.askId == line.id) and ask.state ~= "ended" and takers[line.type] then
      takers[line.type](ask, line)
      return true
    end
  end
  return false
end

---The job of these sheets has ended. They stay as they are, for a job that resumes.
---@param buf integer
function M.detach(buf)
  for _, ask in ipairs(M.open_in(buf)) do
    unlock(ask)
    marks.show_progress(ask, {})
    count(ask, false)
  end
end

---The buffer is gone.
---@param buf integer
function M.forget(buf)
  for _, ask in ipairs(M.open_in(buf)) do
    seen.forget(ask)
    count(ask, false)
  end
  asks[buf] = nil
end

return M
