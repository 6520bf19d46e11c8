-- Which lines of an approval have been on the screen. The command decides whether that is enough to allow it.

local place = require("yourcall.place")

local M = {}

---@type table<integer, table<string, yourcall.Ask>> the approvals that are followed, by buffer, then by the ask's id
local watched = {}

---@param ask yourcall.Ask
---@return integer
local function space_of(ask)
  return vim.api.nvim_create_namespace("yourcall-seen-" .. ask.askId)
end

---@class yourcall.Frame what a window has shown
---@field window integer
---@field buf integer
---@field tick integer the state of the buffer
---@field first integer counted from 1
---@field last integer the last line that was there in full

---The lines of a frame that could be read from their first to their last character.
---@param frame yourcall.Frame
---@return table<integer, boolean> by number, counted from 1
local function readable(frame)
  local whole = {}
  vim.api.nvim_win_call(frame.window, function()
    local info, view = vim.fn.getwininfo(frame.window)[1], vim.fn.winsaveview()
    for number = frame.first, frame.last do
      local is_short = vim.fn.strdisplaywidth(vim.fn.getline(number)) <= info.width - info.textoff
      -- The only line in a window may continue below it, and the first one may begin above it.
      local is_wrapped = vim.wo.wrap and frame.first < frame.last and (number > frame.first or (view.skipcol or 0) == 0)
      local fits = (is_short and view.leftcol == 0) or is_wrapped
      whole[number] = fits and vim.wo.conceallevel == 0 and vim.fn.foldclosed(number) == -1
    end
  end)
  return whole
end

---The marked lines of an approval that are still as the agent wrote them, by mark.
---@param ask yourcall.Ask
---@return table<integer, integer> numbers counted from 1
local function numbers_of(ask)
  local numbers = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(ask.buf, space_of(ask), 0, -1, {})) do
    local id, row = mark[1], mark[2]
    if vim.api.nvim_buf_get_lines(ask.buf, row, row + 1, false)[1] == ask.subject[id] then
      numbers[id] = row + 1
    end
  end
  return numbers
end

---Marks the lines of an approval that have to be read and have no mark: at first all of them, later those that the person has edited,
---or taken out and put back.
---@param ask yourcall.Ask
local function mark(ask)
  local first, last = place.range(ask.buf, ask.askId)
  local tick = vim.api.nvim_buf_get_changedtick(ask.buf)
  if not first or ask.marked_tick == tick then
    return
  end
  ask.marked_tick = tick
  local marked = {}
  for _, number in pairs(numbers_of(ask)) do
    marked[number] = true
  end
  local lines = vim.api.nvim_buf_get_lines(ask.buf, first, last + 1, false)
  -- A plan or a change stands between two lines of the sheet, and a blank line is above it.
  local in_lines = false
  for index, line in ipairs(lines) do
    in_lines = in_lines or line:match("^<!%-%- lines:") ~= nil or (lines[index + 1] or ""):match("^<!%-%- lines:") ~= nil
    if (in_lines or line:match("^>")) and not marked[first + index] then
      ask.subject[vim.api.nvim_buf_set_extmark(ask.buf, space_of(ask), first + index - 1, 0, {})] = line
    end
    in_lines = in_lines and line ~= "<!-- /lines -->"
  end
end

---@param frame yourcall.Frame
---@param on_new fun(buf: integer)
local function look(frame, on_new)
  local buf, is_new = frame.buf, false
  local is_there = vim.api.nvim_win_is_valid(frame.window) and vim.api.nvim_win_get_buf(frame.window) == buf
  if not is_there then
    return
  end
  -- After an edit the numbers may be those of other lines. The check that follows draws it again.
  if vim.api.nvim_buf_get_changedtick(buf) ~= frame.tick then
    return on_new(buf)
  end
  local lines = watched[buf] and readable(frame) or {}
  for _, ask in pairs(watched[buf] or {}) do
    mark(ask)
    for id, number in pairs(numbers_of(ask)) do
      if lines[number] and not ask.seen[id] then
        ask.seen[id], is_new = true, true
      end
    end
  end
  if is_new then
    on_new(buf)
  end
end

---Follows what is on the screen of an approval.
---@param ask yourcall.Ask
---@param on_new fun(buf: integer) called after more of it was on the screen, or may have been
function M.watch(ask, on_new)
  if ask.kind ~= "approval" then
    return
  end
  ask.subject, ask.seen = {}, {}
  vim.api.nvim_buf_clear_namespace(ask.buf, space_of(ask), 0, -1)
  mark(ask)
  watched[ask.buf] = watched[ask.buf] or {}
  watched[ask.buf][ask.askId] = ask
  -- Called whenever windows are drawn, for whatever reason, and not for places that are only passed over.
  local drawn = {}
  vim.api.nvim_set_decoration_provider(vim.api.nvim_create_namespace("yourcall-seen"), {
    on_win = function(_, window, buf)
      drawn[window] = watched[buf] and #vim.api.nvim_list_uis() > 0 and buf or nil
      return false
    end,
    on_end = function()
      for window, buf in pairs(drawn) do
        local info, tick = vim.fn.getwininfo(window)[1], vim.api.nvim_buf_get_changedtick(buf)
        local frame = { window = window, buf = buf, tick = tick, first = info.topline, last = info.botline }
        vim.schedule(function()
          look(frame, on_new)
        end)
      end
      drawn = {}
    end,
  })
end

---@param ask yourcall.Ask
function M.forget(ask)
  if watched[ask.buf] then
    watched[ask.buf][ask.askId] = nil
    watched[ask.buf] = next(watched[ask.buf]) and watched[ask.buf] or nil
  end
end

---What to tell the command: the first and last of lines that have been on the screen, counted from 1.
---@param ask yourcall.Ask
---@return integer[][]|nil ranges nil if there are none
function M.ranges(ask)
  local numbers, ranges = {}, {}
  for id, number in pairs(ask.seen and numbers_of(ask) or {}) do
    if ask.seen[id] then
      table.insert(numbers, number)
    end
  end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    local last = ranges[#ranges]
    if last and number <= last[2] + 1 then
      last[2] = number
    else
      table.insert(ranges, { number, number })
    end
  end
  return #ranges > 0 and ranges or nil
end

return M
