-- What writing a sheet's buffer means. Plugins that save on their own, 'autowrite' and :wall must not send it.

local buffer = require("yourcall.buffer")

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

---`:w FILE` in a sheet: that is a copy to keep, not an answer.
---@param buf integer
---@param file string
function M.save_copy(buf, file)
  local name, kind = vim.fn.fnamemodify(file, ":~:."), vim.fn.getftype(file)
  local text
  -- Older versions of Neovim do not check this for a buffer that handles its own writes.
  if kind == "link" then
    text = ("Nothing was written: %s is a link."):format(name)
  elseif kind ~= "" and vim.v.cmdbang == 0 then
    text = ("Nothing was written: %s exists. :w! replaces it."):format(name)
  else
    local ok, why = pcall(vim.fn.writefile, vim.api.nvim_buf_get_lines(buf, 0, -1, false), file)
    text = ok and ("Nothing was sent. A copy is in %s."):format(name) or why
  end
  buffer.notify(text, vim.log.levels.WARN)
end

return M
