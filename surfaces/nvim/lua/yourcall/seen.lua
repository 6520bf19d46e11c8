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

---The lines that a window shows from their first to their last character, counted from 1.
---@param window integer
---@return table<integer, boolean>
local function whole_lines(window)
  local whole = {}
  vim.api.nvim_win_call(window, function()
    local info, view = vim.fn.getwininfo(window)[1], vim.fn.winsaveview()
    local first, last, width = vim.fn.line("w0"), vim.fn.line("w$"), info.width - info.textoff
    for number = first, last do
      local is_short = vim.fn.strdisplaywidth(vim.fn.getline(number)) <= width
      -- The only line in a window may continue below it, and the first one may begin above it.
      local is_wrapped = vim.wo.wrap and first < last and (number > first or (view.skipcol or 0) == 0)
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

---@param buf integer
---@return boolean whether a line was on the screen for the first time
local function look(buf)
  local is_new = false
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(window) == buf and #vim.api.nvim_list_uis() > 0 then
      local whole = whole_lines(window)
      for _, ask in pairs(watched[buf] or {}) do
        for id, number in pairs(numbers_of(ask)) do
          if whole[number] and not ask.seen[id] then
            ask.seen[id], is_new = true, true
          end
        end
      end
    end
  end
  return is_new
end

---@type table<integer, boolean> the buffers that were just drawn
local drawn = {}

---Follows what is on the screen of an approval.
---@param ask yourcall.Ask
---@param on_new fun(buf: integer) called after more of it was on the screen
function M.watch(ask, on_new)
  local first, last = place.range(ask.buf, ask.askId)
  if ask.kind ~= "approval" or not first then
    return
  end
  ask.subject, ask.seen = {}, {}
  vim.api.nvim_buf_clear_namespace(ask.buf, space_of(ask), 0, -1)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(ask.buf, first, last + 1, false)) do
    if line:match("^>") then
      ask.subject[vim.api.nvim_buf_set_extmark(ask.buf, space_of(ask), first + index - 1, 0, {})] = line
    end
  end
  watched[ask.buf] = watched[ask.buf] or {}
  watched[ask.buf][ask.askId] = ask
  -- Called whenever a window is drawn, for whatever reason. A window that is passed over while keys are typed ahead is not.
  vim.api.nvim_set_decoration_provider(vim.api.nvim_create_namespace("yourcall-seen"), {
    on_win = function(_, _, buf)
      if watched[buf] and not drawn[buf] then
        drawn[buf] = true
        vim.schedule(function()
          drawn[buf] = nil
          if vim.api.nvim_buf_is_valid(buf) and look(buf) then
            on_new(buf)
          end
        end)
      end
      return false
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
