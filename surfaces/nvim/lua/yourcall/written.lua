-- Whether a person wrote a buffer. Plugins that save on their own, 'autowrite' and :wall must not send a sheet.

local M = {}

---@type { buf: integer, tick: integer }|nil the buffer in which the person last gave a command that writes it
local typed

local writes = { write = true, wq = true, xit = true, exit = true, update = true }
local modifiers = { silent = true, confirm = true, keepalt = true, keepjumps = true, keepmarks = true, noautocmd = true }

---@param line string a command line
---@return boolean
local function is_write(line)
  for _, command in ipairs(vim.split(line, "|", { plain = true })) do
    local name
    local rest = command:gsub("^[%s:%d,;.$%%'<>+-]+", "")
    repeat
      name, rest = rest:match("^(%a+)!?%s*(.*)$")
      name = name and vim.fn.fullcommand(name)
    until not modifiers[name or ""]
    if writes[name or ""] then
      return true
    end
  end
  return false
end

vim.api.nvim_create_autocmd("CmdlineLeave", {
  group = vim.api.nvim_create_augroup("yourcall-written", {}),
  pattern = ":",
  callback = function()
    typed = nil
    if not vim.v.event.abort and is_write(vim.fn.getcmdline()) then
      local buf = vim.api.nvim_get_current_buf()
      typed = { buf = buf, tick = vim.api.nvim_buf_get_changedtick(buf) }
    end
  end,
})

---Whether the person typed the command that is writing this buffer now, and changed nothing since.
---@param buf integer
---@return boolean
function M.by_person(buf)
  local given = typed
  typed = nil
  return given ~= nil and given.buf == buf and given.tick == vim.api.nvim_buf_get_changedtick(buf)
end

return M
