-- `:Yourcall add`: adds what is in other buffers to the message in a chat.

local additions = require("yourcall.additions")
local buffer = require("yourcall.buffer")
local chat = require("yourcall.chat")

local M = {}

M.kinds = { "diagnostics", "file", "quickfix" }

---The buffer that the person works in: this one, or if it is a chat, the one of the window before.
---@return integer
local function source()
  local buf = vim.api.nvim_get_current_buf()
  local before = vim.fn.win_getid(vim.fn.winnr("#"))
  return chat.is_chat(buf) and before ~= 0 and vim.api.nvim_win_get_buf(before) or buf
end

---@param files string[]
local function add_files(files)
  for _, name in ipairs(files) do
    if vim.fn.filereadable(name) ~= 1 and vim.fn.isdirectory(name) ~= 1 then
      return buffer.notify(("There is no file %s."):format(name), vim.log.levels.WARN)
    end
  end
  chat.add(function(cwd)
    return additions.files(files, cwd)
  end)
end

---@param buf integer the buffer that the person works in
---@param names string as typed: with `%` for the current file, patterns, and backslashes before spaces
local function add_file(buf, names)
  local own, files = vim.api.nvim_buf_get_name(buf), {}
  for word in names:gsub("\\ ", "\1"):gmatch("%S+") do
    local name = word:gsub("\1", " ")
    local is_plain = name == "%" or vim.fn.filereadable(name) == 1
    vim.list_extend(files, is_plain and { name == "%" and own or name } or vim.fn.expand(name, false, true))
  end
  if #files == 0 and own ~= "" and vim.bo[buf].buftype == "" and not chat.is_chat(buf) then
    files = { own }
  end
  if #files > 0 then
    return add_files(files)
  end
  vim.ui.input({ prompt = "Which file? ", completion = "file" }, function(name)
    if name and vim.trim(name) ~= "" then
      add_files({ vim.fn.fnamemodify(vim.trim(name), ":p") })
    end
  end)
end

---@param text string what follows `add`
---@param range? integer[]
---@param selection? fun(cwd: string): string[]
function M.run(text, range, selection)
  local kind, rest = text:match("^(%S*)%s*(.*)$")
  local buf = source()
  if kind == "" and selection then
    return chat.add(selection)
  elseif kind == "file" or kind == "" then
    return add_file(buf, rest)
  elseif kind == "diagnostics" then
    if not additions.diagnostics(buf, range, "") then
      return buffer.notify("There are no diagnostics here.")
    end
    return chat.add(function(directory)
      return additions.diagnostics(buf, range, directory)
    end)
  elseif kind == "quickfix" then
    if not additions.quickfix("") then
      return buffer.notify("The quickfix list is empty.")
    end
    return chat.add(additions.quickfix)
  end
  buffer.notify(("Unknown: add %s. Known: %s."):format(kind, table.concat(M.kinds, ", ")), vim.log.levels.WARN)
end

return M
