-- Buffers that Neovim itself opens by the name of one of ours: `:edit` in it, or a session, which keeps only the name.

local M = {}

---@param buf integer
function M.read(buf)
  local is_chats = vim.api.nvim_buf_get_name(buf) == "yourcall://chats"
  local act = is_chats and require("yourcall.chats").fill or require("yourcall.inbox").read
  act(buf)
end

---A session was loaded.
function M.restore()
  local inbox = require("yourcall.inbox")
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    local is_named = vim.api.nvim_buf_is_valid(buf) and vim.startswith(vim.api.nvim_buf_get_name(buf), "yourcall://")
    if is_named and not inbox.has(buf) then
      if #vim.fn.win_findbuf(buf) > 0 then
        M.read(buf)
      else
        vim.api.nvim_buf_delete(buf, { force = true })
      end
    end
  end
end

return M
