-- Windows that follow what an agent writes, and whether a line is on the screen.

local buffer = require("yourcall.buffer")

local M = {}

---@param window integer
---@param row integer counted from 0
local function go(window, row)
  local line = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), row, row + 1, false)[1] or ""
  local column = math.min(vim.api.nvim_win_get_cursor(window)[2], #line)
  -- A window whose text became shorter would show little more than its last line.
  vim.api.nvim_win_call(window, function()
    local top = math.max(1, vim.fn.line("$") - vim.api.nvim_win_get_height(window) + 1)
    if vim.fn.line("w0") > top then
      vim.fn.winrestview({ topline = top })
    end
  end)
  -- Unlike a change of the text, this also scrolls a window that does not have the focus.
  vim.api.nvim_win_set_cursor(window, { row + 1, column })
end

---@param window integer
---@return boolean whether the person is typing in this window
local function is_typing(window)
  return window == vim.api.nvim_get_current_win() and buffer.is_typing(vim.api.nvim_win_get_buf(window))
end

---Runs a change in which the agent writes. A window whose cursor is on the agent's last line, or below it, then shows the end
---of what was written; any other window stays as it is.
---@param buf integer
---@param last_row fun(): integer the agent's last line, counted from 0
---@param change fun()
function M.keep(buf, last_row, change)
  local before, windows = last_row(), {}
  for _, window in ipairs(vim.fn.win_findbuf(buf)) do
    local row = vim.api.nvim_win_get_cursor(window)[1] - 1
    if row >= before then
      windows[window] = row == before and "on" or "below"
    end
  end
  change()
  for window, where in pairs(windows) do
    if vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == buf then
      local is_on = where == "on" and not is_typing(window)
      go(window, is_on and last_row() or vim.api.nvim_win_get_cursor(window)[1] - 1)
    end
  end
end

---Puts the cursor of these windows, or of every window with this buffer, on its last line.
---@param buf integer
---@param windows? integer[]
function M.go_to_end(buf, windows)
  for _, window in ipairs(windows or vim.fn.win_findbuf(buf)) do
    go(window, vim.api.nvim_buf_line_count(buf) - 1)
  end
end

---The windows whose cursor is in these lines, counted from 0, the last one included.
---@param buf integer
---@param first integer
---@param last integer
---@return integer[]
function M.windows_in(buf, first, last)
  return vim.tbl_filter(function(window)
    local row = vim.api.nvim_win_get_cursor(window)[1] - 1
    return row >= first and row <= last
  end, vim.fn.win_findbuf(buf))
end

---Whether a line, counted from 0, is in a window of this tab page.
---@param buf integer
---@param row integer
---@return boolean
function M.is_in_view(buf, row)
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local is_here = vim.api.nvim_win_get_buf(window) == buf
    if is_here and vim.fn.line("w0", window) <= row + 1 and vim.fn.line("w$", window) >= row + 1 then
      return true
    end
  end
  return false
end

return M
