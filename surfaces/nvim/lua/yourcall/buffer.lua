-- Writing into a buffer that a person edits.

local M = {}

---@type table<integer, { count: integer, modifiable: boolean }> what is being sent from a buffer, and how it was before
local locks = {}

---Runs a change even if the person made the buffer read-only, and leaves that as it was.
---@generic T
---@param buf integer
---@param change fun(): T
---@return T
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
---@param buf integer
---@param first integer
---@param last integer
---@param lines string[]
function M.set(buf, first, last, lines)
  M.change(buf, function()
    vim.api.nvim_buf_set_lines(buf, first, last, false, lines)
  end)
end

---Fills a new buffer. Undo does not go back to before that.
---@param buf integer
---@param lines string[]
function M.fill(buf, lines)
  local levels = vim.go.undolevels
  vim.bo[buf].undolevels = -1
  M.set(buf, 0, -1, lines)
  vim.bo[buf].undolevels = levels
  vim.bo[buf].modified = false
end

---The lines as they read in a file with either kind of line end.
---@param buf integer
---@return string[]
function M.lines(buf)
  return vim.tbl_map(function(line)
    return (line:gsub("\r$", ""))
  end, vim.api.nvim_buf_get_lines(buf, 0, -1, false))
end

---@param text string
---@return string[] lines without anything that a buffer cannot hold
function M.split(text)
  return vim.split((text:gsub("\r\n?", "\n"):gsub("[%z\1-\8\11-\31\127]", "")), "\n", { plain = true })
end

---Keeps the person from editing while something is being sent; the last `unlock` ends it.
---@param buf integer
function M.lock(buf)
  locks[buf] = locks[buf] or { count = 0, modifiable = vim.bo[buf].modifiable }
  locks[buf].count = locks[buf].count + 1
  vim.bo[buf].modifiable = false
end

---@param buf integer
function M.unlock(buf)
  local lock = locks[buf]
  if lock then
    lock.count = lock.count - 1
    if lock.count == 0 then
      locks[buf] = nil
      vim.bo[buf].modifiable = lock.modifiable
    end
  end
end

---Whether the current buffer is new and empty.
---@return boolean
function M.is_empty()
  return vim.fn.bufname() == "" and not vim.bo.modified and vim.bo.buftype == ""
end

---Names a buffer, also if one that was unloaded had this name.
---@param buf integer
---@param name string
function M.name(buf, name)
  local old = vim.fn.bufnr("^" .. name .. "$")
  if old ~= -1 and old ~= buf then
    vim.api.nvim_buf_delete(old, { force = true })
  end
  vim.api.nvim_buf_set_name(buf, name)
end

---Whether the person is looking at this buffer.
---@param buf integer
---@return boolean
function M.is_current(buf)
  return vim.api.nvim_get_current_buf() == buf
end

---Whether the person is typing in this buffer.
---@param buf integer
---@return boolean
function M.is_typing(buf)
  return M.is_current(buf) and vim.api.nvim_get_mode().mode:match("^[iR]") ~= nil
end

---One line that fits the screen: a longer one would stop the person with "Press ENTER".
---@param text string
---@param level? integer as in `vim.log.levels`
function M.notify(text, level)
  local line = "yourcall: " .. text:gsub("%s+", " ")
  local room = vim.v.echospace
  if vim.fn.strdisplaywidth(line) > room then
    while vim.fn.strdisplaywidth(line) > room - 1 do
      line = vim.fn.strcharpart(line, 0, vim.fn.strchars(line) - 1)
    end
    line = line .. "…"
  end
  vim.notify(line, level or vim.log.levels.INFO)
  -- In insert mode `-- INSERT --` immediately covers the message, so it is shown again afterwards.
  if vim.api.nvim_get_mode().mode:match("^[iR]") then
    vim.api.nvim_create_autocmd("InsertLeave", {
      once = true,
      callback = vim.schedule_wrap(function()
        vim.api.nvim_echo({ { line } }, false, {})
      end),
    })
  end
end

return M
