-- An ask of the inbox as a buffer of its own, which is sent by writing it.

local buffer = require("yourcall.buffer")
local keys = require("yourcall.keys")
local place = require("yourcall.place")
local sheet = require("yourcall.sheet")
local written = require("yourcall.written")

local M = {}

---@param buf integer
---@param name string
---@param file string where it is written
local function on_write(buf, name, file)
  local is_meant = written.by_person(buf)
  if file ~= name then
    return written.save_copy(buf, file)
  elseif not is_meant then
    return buffer.notify("Nothing was sent, since you did not type :w. <CR> sends.", vim.log.levels.WARN)
  end
  sheet.send_in(buf)
  -- Waits, so that :wq quits once the sheet was sent, and stays if it was refused.
  vim.wait(5000, function()
    return not sheet.is_sending(buf)
  end, 10)
end

---Fills the buffer of a sheet, which this window shows, with its ask as it came.
---@param buf integer
---@param line yourcall.Line
function M.fill(buf, line)
  buffer.fill(buf, vim.split(vim.trim(line.sheet), "\n", { plain = true }))
  local option = place.options(buf, 0, vim.api.nvim_buf_line_count(buf) - 1, 0)
  vim.api.nvim_win_set_cursor(0, { (option or 0) + 1, 0 })
  -- What is too long for the window is read from its beginning.
  if vim.fn.line("w0") > 1 then
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
  end
  local enter = { "n", "<CR>", "send", function()
    sheet.send_in(buf)
  end }
  written.map(buf)
  keys.set(buf, "yourcall-sheet", vim.list_extend(keys.of_questions(), { enter }))
end

---Shows the sheet of an ask in this window.
---@param line yourcall.Line
---@return integer buf
function M.open(line)
  local buf = vim.api.nvim_create_buf(true, false)
  local header = ((line.questions[1] or {}).header or "ask"):gsub("[^%w\128-\255]+", "-")
  buffer.name(buf, ("yourcall://%s-%s"):format(header, line.id:sub(-4)))
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = "acwrite", "hide", false
  vim.b[buf].yourcall_ask = line.id
  local name = vim.api.nvim_buf_get_name(buf)
  local function on(events, act)
    vim.api.nvim_create_autocmd(events, { buffer = buf, callback = act })
  end
  on("BufWriteCmd", function(given)
    on_write(buf, name, given.match)
  end)
  on({ "TextChanged", "TextChangedI" }, function()
    sheet.check_soon(buf)
  end)
  -- The person has to see all of an approval.
  on("BufWinEnter", function()
    vim.opt_local.conceallevel = 0
  end)
  vim.api.nvim_win_set_buf(0, buf)
  M.fill(buf, line)
  return buf
end

return M
