-- Writing into a buffer that a person edits.

local M = {}

---Runs a change even if the person made the buffer read-only, and leaves that as it was.
function M.change(buf, change)
  local modifiable, readonly = vim.bo[buf].modifiable, vim.bo[buf].readonly
  vim.bo[buf].modifiable, vim.bo[buf].readonly = true, false
  local ok, result = pcall(change)
  vim.bo[buf].modifiable, vim.bo[buf].readonly = modifiable, readonly
  if not ok then
    error(result)
  end
  return result
end

---Replaces the lines from `first` up to but not including `last`, both counted from 0.
function M.set(buf, first, last, lines)
  M.change(buf, function()
    vim.api.nvim_buf_set_lines(buf, first, last, false, lines)
  end)
end

---@return string[]
function M.lines(buf)
  return vim.api.nvim_buf_get_lines(buf, 0, -1, false)
end

---@return string[] lines without anything that a buffer cannot hold
function M.split(text)
  return vim.split((text:gsub("\r\n?", "\n"):gsub("[%z\1-\8\11-\31\127]", "")), "\n", { plain = true })
end

---A new buffer in a split as `mods` say, or in place of an empty one.
---@return integer
function M.new(mods)
  local buf = vim.api.nvim_get_current_buf()
  local is_empty = vim.fn.bufname(buf) == "" and not vim.bo[buf].modified and vim.bo[buf].buftype == ""
  vim.cmd(mods == "" and is_empty and "enew" or mods .. " new")
  return vim.api.nvim_get_current_buf()
end

---Whether the person is looking at this buffer.
function M.is_current(buf)
  return vim.api.nvim_get_current_buf() == buf
end

---One line that fits the screen: a longer one would stop the person with "Press ENTER".
function M.notify(text, level)
  local line = "yourcall: " .. text:gsub("%s+", " ")
  local room = vim.o.columns - 15
  if vim.fn.strdisplaywidth(line) > room then
    while vim.fn.strdisplaywidth(line) > room - 1 do
      line = vim.fn.strcharpart(line, 0, vim.fn.strchars(line) - 1)
    end
    line = line .. "…"
  end
  vim.notify(line, level or vim.log.levels.INFO)
end

return M
