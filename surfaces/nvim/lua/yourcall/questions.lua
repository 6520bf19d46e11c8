-- Going to the questions of a buffer, and saying that one has come.

local asks = require("yourcall.asks")
local buffer = require("yourcall.buffer")
local follow = require("yourcall.follow")
local place = require("yourcall.place")

local M = {}

---@class yourcall.Heading
---@field row integer of a question that waits, counted from 0
---@field last integer the last line of its sheet

---@param buf integer
---@return yourcall.Heading[] from top to bottom
local function headings_in(buf)
  local found = {}
  for _, ask in ipairs(asks.open_in(buf)) do
    local first, last = place.range(buf, ask.askId)
    for _, row in ipairs(first and place.headings(buf, first, last) or {}) do
      table.insert(found, { row = row, last = last })
    end
  end
  table.sort(found, function(one, other)
    return one.row < other.row
  end)
  return found
end

---Puts the cursor on the next or the previous question that waits in this buffer; after the last one comes the first. From a sheet
---of the inbox it goes on to the next or the previous ask.
---@param step 1|-1
function M.go(step)
  local buf, row = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1
  local found = headings_in(buf)
  local target
  for index = step > 0 and #found or 1, step > 0 and 1 or #found, -step do
    local heading = found[index]
    if (heading.row - row) * step > 0 then
      target = heading
    end
  end
  if not target and require("yourcall.inbox").go(buf, step) then
    return
  elseif #found == 0 then
    return buffer.notify(asks.lost_in(buf) and asks.lost_words or "No question waits here.")
  end
  target = target or (step > 0 and found[1] or found[#found])
  -- So that '' goes back.
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { target.row + 1, 0 })
  vim.cmd("normal! zv")
  if vim.fn.line("w$") < target.last + 1 then
    -- At the top, unless that would leave the window half empty.
    local last_top = math.max(1, vim.fn.line("$") - vim.api.nvim_win_get_height(0) + 1)
    vim.fn.winrestview({ topline = math.min(target.row + 1, last_top) })
  end
end

---Says that a question has come, unless the person has it before their eyes.
---@param buf integer
---@param line yourcall.Line
function M.announce(buf, line)
  local header = line.questions[1] and line.questions[1].header or "a question"
  local first, last = place.range(buf, line.askId)
  local heading = first and place.headings(buf, first, last)[1]
  if not buffer.is_current(buf) then
    buffer.notify(("%s asks: %s"):format(vim.fn.fnamemodify(vim.fn.bufname(buf), ":t"), header))
  elseif heading and not follow.is_in_view(buf, heading) then
    buffer.notify(("]q goes to a question out of view: %s"):format(header))
  end
end

return M
