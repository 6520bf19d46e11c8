-- What a person adds to a message from other buffers, as lines of markdown.

local M = {}

-- A longer list is cut: the agent can read the files.
local most = 200

---@param file string
---@param cwd string of the agent
---@return string path that the agent can open, relative to its directory if the file is in there
local function path_for(file, cwd)
  local full = vim.fn.fnamemodify(file, ":p")
  return vim.startswith(full, cwd .. "/") and full:sub(#cwd + 2) or full
end

---@param buf integer
---@param cwd string
---@return string
local function name_of(buf, cwd)
  local name = vim.api.nvim_buf_get_name(buf)
  return name == "" and "a buffer without a name" or ("`%s`"):format(path_for(name, cwd))
end

---Whether a line begins something that was added.
---@param line string
---@return boolean
function M.is_title(line)
  for _, pattern in ipairs({ "^From .+, lines? %d.*:$", "^This file:$", "^These files:$", "^Diagnostics of .+:$", "^The quickfix list.*:$" }) do
    if line:match(pattern) then
      return true
    end
  end
  return false
end

---@param title string
---@param items string[]
---@return string[]
local function to_list(title, items)
  local lines = { title, "" }
  vim.list_extend(lines, vim.list_slice(items, 1, most))
  if #items > most then
    table.insert(lines, ("- … %d more"):format(#items - most))
  end
  return lines
end

---@param text string
---@return string
local function one_line(text)
  return vim.trim((text:gsub("%s+", " ")))
end

---Lines of a buffer, as code. A fence is longer than those inside; code with lines that a chat gives a meaning to is indented.
---@param buf integer
---@param first integer counted from 1
---@param last integer
---@param cwd string
---@return string[]
function M.selection(buf, first, last, cwd)
  local code, fence = vim.api.nvim_buf_get_lines(buf, first - 1, last, false), "```"
  local has_meaning = false
  for _, line in ipairs(code) do
    has_meaning = has_meaning or require("yourcall.transcript").has_meaning(line)
    local inside = line:match("^%s*(```+)")
    fence = inside and #inside >= #fence and inside .. "`" or fence
  end
  local where = first == last and ("line %d"):format(first) or ("lines %d to %d"):format(first, last)
  local lines = { ("From %s, %s:"):format(name_of(buf, cwd), where), "" }
  if has_meaning then
    return vim.list_extend(lines, vim.tbl_map(function(line)
      return "    " .. line
    end, code))
  end
  table.insert(lines, fence .. vim.bo[buf].filetype)
  vim.list_extend(lines, code)
  table.insert(lines, fence)
  return lines
end

---The paths of files, which the agent reads itself.
---@param files string[]
---@param cwd string
---@return string[]
function M.files(files, cwd)
  return to_list(#files == 1 and "This file:" or "These files:", vim.tbl_map(function(file)
    return ("- `%s`"):format(path_for(file, cwd))
  end, files))
end

---The diagnostics of a buffer, or of some of its lines.
---@param buf integer
---@param range? integer[] the first and the last line, counted from 1
---@param cwd string
---@return string[]|nil
function M.diagnostics(buf, range, cwd)
  local found = vim.tbl_filter(function(one)
    return not range or (one.lnum + 1 >= range[1] and one.lnum + 1 <= range[2])
  end, vim.diagnostic.get(buf))
  table.sort(found, function(one, other)
    return one.lnum == other.lnum and one.col < other.col or one.lnum < other.lnum
  end)
  local items = vim.tbl_map(function(one)
    local severity = vim.diagnostic.severity[one.severity]:lower()
    local source = one.source and (" (%s)"):format(one.source) or ""
    return ("- %d:%d %s: %s%s"):format(one.lnum + 1, one.col + 1, severity, one_line(one.message), source)
  end, found)
  return #items > 0 and to_list(("Diagnostics of %s:"):format(name_of(buf, cwd)), items) or nil
end

---The quickfix list.
---@param cwd string
---@return string[]|nil
function M.quickfix(cwd)
  local items = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    local text = one_line(item.text)
    if item.valid == 1 and item.bufnr > 0 then
      local path, column = path_for(vim.api.nvim_buf_get_name(item.bufnr), cwd), item.col > 0 and ":" .. item.col or ""
      table.insert(items, ("- `%s:%d%s` %s"):format(path, item.lnum, column, text))
    elseif text ~= "" then
      table.insert(items, "- " .. text)
    end
  end
  local title = vim.fn.getqflist({ title = 1 }).title
  return #items > 0 and to_list(title == "" and "The quickfix list:" or ("The quickfix list of %s:"):format(one_line(title)), items)
    or nil
end

return M
