-- The asks that are shown in buffers: which there are, and where.

local buffer = require("yourcall.buffer")
local place = require("yourcall.place")

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
---@field refused_tick integer|nil the buffer's `changedtick` at the last refusal
---@field tick integer|nil the state of the buffer that was last checked
---@field is_lost boolean|nil whether the person was told that its sheet is gone from the text
---@field waits boolean whether it is counted as waiting
---@field subject table<integer, string>|nil of an approval, by mark: the lines that have to be read before it is allowed
---@field seen table<integer, boolean>|nil the marks of those that have been on the screen
---@field marked_tick integer|nil the state of the buffer when they were marked

local M = {}

-- An undo too many also takes out what the agent wrote.
M.lost_words = "A question is no longer here. u or Ctrl-R brings it back."

---@type table<integer, table<string, yourcall.Ask>> by buffer, then by the ask's id
local by_buffer = {}

---@param buf integer
---@return yourcall.Ask[]
function M.open_in(buf)
  return vim.tbl_filter(function(ask)
    return ask.state ~= "ended"
  end, vim.tbl_values(by_buffer[buf] or {}))
end

---The ask whose sheet is at this line, counted from 0.
---@param buf integer
---@param row integer
---@return yourcall.Ask|nil
function M.at(buf, row)
  for _, ask in pairs(by_buffer[buf] or {}) do
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

---Tells the person once if the sheet of an open ask is gone.
---@param ask yourcall.Ask
function M.note_lost(ask)
  local is_lost = not place.range(ask.buf, ask.askId)
  if is_lost and not ask.is_lost then
    buffer.notify(M.lost_words, vim.log.levels.WARN)
  end
  ask.is_lost = is_lost
end

---The ask that a line of a job is about, unless it has ended.
---@param buf integer
---@param id string|nil
---@return yourcall.Ask|nil
function M.find(buf, id)
  for _, ask in pairs(by_buffer[buf] or {}) do
    if id ~= nil and (ask.id == id or ask.askId == id) and ask.state ~= "ended" then
      return ask
    end
  end
end

---The only ask of a buffer.
---@param buf integer
---@return yourcall.Ask|nil
function M.only(buf)
  local _, ask = next(by_buffer[buf] or {})
  return ask
end

---Adds an ask. Returns the one with the same id that it replaces.
---@param ask yourcall.Ask
---@return yourcall.Ask|nil
function M.add(ask)
  by_buffer[ask.buf] = by_buffer[ask.buf] or {}
  local before = by_buffer[ask.buf][ask.askId]
  by_buffer[ask.buf][ask.askId] = ask
  return before
end

---@param buf integer
function M.forget(buf)
  by_buffer[buf] = nil
end

return M
