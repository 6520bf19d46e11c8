-- How many questions wait for the person, for a statusline.

local M = {}

---@type table<string, integer> by the ask's id, in how many buffers it waits
local waiting = {}

---@param ask_id string
function M.add(ask_id)
  waiting[ask_id] = (waiting[ask_id] or 0) + 1
  vim.cmd("redrawstatus!")
end

---@param ask_id string
function M.remove(ask_id)
  local left = (waiting[ask_id] or 0) - 1
  waiting[ask_id] = left > 0 and left or nil
  vim.cmd("redrawstatus!")
end

---@return string `2 waiting`, or nothing
function M.text()
  local count = vim.tbl_count(waiting)
  return count == 0 and "" or ("%d waiting"):format(count)
end

return M
