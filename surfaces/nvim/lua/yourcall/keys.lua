-- The keys of yourcall's buffers. There are none anywhere else.

local M = {}

---@alias yourcall.Key { [1]: string, [2]: string, [3]: string, [4]: fun() } mode, key, what it does in words, what it does

---Closes the window. The last one shows another buffer instead.
function M.close()
  if #vim.api.nvim_tabpage_list_wins(0) > 1 or #vim.api.nvim_list_tabpages() > 1 then
    return vim.cmd("close")
  end
  local other = vim.fn.bufnr("#")
  local is_other = other > 0 and other ~= vim.api.nvim_get_current_buf() and vim.fn.buflisted(other) == 1
  vim.cmd(is_other and ("buffer %d"):format(other) or "enew")
end

---Shows the keys of a buffer in a float, which `q`, `<Esc>` or leaving it closes.
---@param buf integer
local function help(buf)
  local lines = {}
  for _, map in ipairs(vim.api.nvim_buf_get_keymap(buf, "n")) do
    local what = (map.desc or ""):match("^yourcall: (.*)$")
    if what then
      table.insert(lines, (" %-6s %s "):format(map.lhs, what))
    end
  end
  table.sort(lines)
  table.insert(lines, "")
  table.insert(lines, " :help yourcall has the rest ")
  local width = 0
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  width = math.min(width, vim.o.columns - 2)
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  local shown = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(shown, 0, -1, false, lines)
  vim.bo[shown].modifiable, vim.bo[shown].bufhidden = false, "wipe"
  local window = vim.api.nvim_open_win(shown, true, {
    relative = "cursor",
    row = 1,
    col = 0,
    width = width,
    height = math.min(height, math.max(1, vim.o.lines - 4)),
    style = "minimal",
    border = "rounded",
  })
  local function leave()
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
  end
  for _, key in ipairs({ "q", "<Esc>", "g?" }) do
    vim.keymap.set("n", key, leave, { buffer = shown, nowait = true })
  end
  vim.api.nvim_create_autocmd("WinLeave", { buffer = shown, once = true, callback = vim.schedule_wrap(leave) })
end

---Maps the keys of a buffer, and then sets its filetype, so that an autocommand for the filetype can change them.
---@param buf integer
---@param filetype string
---@param own yourcall.Key[]
function M.set(buf, filetype, own)
  local keys = vim.list_extend({
    { "n", "g?", "show these keys", function()
      help(buf)
    end },
  }, own)
  for _, key in ipairs(keys) do
    vim.keymap.set(key[1], key[2], key[4], { buffer = buf, desc = "yourcall: " .. key[3] })
  end
  -- While a macro is recorded, `q` ends that. As an expression, so that the macro does not end with it.
  vim.keymap.set("n", "q", function()
    return vim.fn.reg_recording() == "" and "<Cmd>lua require('yourcall.keys').close()<CR>" or "q"
  end, { buffer = buf, expr = true, desc = "yourcall: close; what waits keeps waiting" })
  vim.bo[buf].filetype = filetype
end

---The keys that go from question to question.
---@return yourcall.Key[]
function M.of_questions()
  local function to(step)
    return function()
      require("yourcall.questions").go(step)
    end
  end
  return {
    { "n", "]q", "go to the next question", to(1) },
    { "n", "[q", "go to the previous question", to(-1) },
  }
end

return M
