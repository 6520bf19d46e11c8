-- Sheets as text: where they are in a buffer. The command reads what they say.

local buffer = require("yourcall.buffer")

local M = {}

---The id of the ask whose sheet starts in this line.
---@param line string
---@return string|nil
local function starts(line)
  return line:match("^<!%-%- yourcall (ask_[^%s>]+)")
end

---@param line string
---@return boolean
local function ends(line)
  return line:match("^<!%-%- /yourcall") ~= nil
end

---The lines of an ask's sheet, counted from 0, the last one included.
---@param buf integer
---@param ask_id string
---@return integer|nil first, integer|nil last
function M.range(buf, ask_id)
  local first
  for index, line in ipairs(buffer.lines(buf)) do
    local id = starts(line)
    if first and (id or ends(line)) then
      return first, id and index - 2 or index - 1
    end
    if id == ask_id then
      first = index - 1
    end
  end
  if first then
    return first, vim.api.nvim_buf_line_count(buf) - 1
  end
end

---Whether the text at this line, counted from 0, is a sheet, be it of an ask that is followed here or not.
---@param buf integer
---@param row integer
---@return boolean
function M.is_sheet(buf, row)
  local lines = buffer.lines(buf)
  for index = row + 1, 1, -1 do
    if starts(lines[index]) then
      return true
    end
    if index <= row and ends(lines[index]) then
      return false
    end
  end
  return false
end

---The lines above the comment, with those of previews and of what an approval lets a person edit blank: what is in there is neither
---a heading nor an option.
---@param lines string[] of a sheet
---@return string[]
local function own_lines(lines)
  local kept, fence, block = {}, nil, nil
  for _, line in ipairs(lines) do
    local mark = not block and line:match("^(```+)")
    block = block or (not fence and line:match("^<!%-%- (%l+): .* %-%->%s*$")) or nil
    if not fence and not block and line:match("^## Comment%s*$") then
      break
    end
    table.insert(kept, (fence or mark or block) and "" or line)
    if block then
      block = line ~= ("<!-- /%s -->"):format(block) and block or nil
    elseif not fence then
      fence = mark
    elseif mark and #mark >= #fence and line:match("^`+%s*$") then
      fence = nil
    end
  end
  return kept
end

---The headings of the questions of a sheet.
---@param buf integer
---@param first integer the sheet's first line, counted from 0
---@param last integer
---@return integer[] rows counted from 0
function M.headings(buf, first, last)
  local rows = {}
  for index, line in ipairs(own_lines(vim.list_slice(buffer.lines(buf), first + 1, last + 1))) do
    if line:match("^## ") then
      table.insert(rows, first + index - 1)
    end
  end
  return rows
end

---The lines of the options of the question at `row`, or of the sheet's first question, counted from 0, the last one included.
---@param buf integer
---@param first integer the sheet's first line, counted from 0
---@param last integer
---@param row integer
---@return integer|nil from, integer|nil to
---@return boolean is_only whether the sheet has no other question
function M.options(buf, first, last, row)
  local lines = own_lines(vim.list_slice(buffer.lines(buf), first + 1, last + 1))
  local headings = M.headings(buf, first, last)
  local at = 1
  for number, heading in ipairs(headings) do
    if heading <= row then
      at = number
    end
  end
  -- Row `first + index - 1` is line `index` of the sheet.
  local heading, next_heading = headings[at] or first + #lines - 1, headings[at + 1] or first + #lines
  local from, to
  for index = heading - first + 2, next_heading - first do
    if lines[index]:match("^[-*+] ") or (from and lines[index]:match("^%s+%S")) then
      from, to = from or first + index - 1, first + index - 1
    end
  end
  return from, to, #headings == 1
end

return M
