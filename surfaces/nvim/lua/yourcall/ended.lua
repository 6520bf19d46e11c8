-- What is left in the buffer of a sheet whose ask has ended.

local M = {}

---A person's edit that was not sent, as a comment that no parser reads as a sheet.
---@param lines string[]
---@return string[]
local function keep_edit(lines)
  local kept = { "<!-- Your edit, not sent:" }
  for _, line in ipairs(lines) do
    if not line:match("^<!%-%-") and line ~= "" then
      table.insert(kept, "    " .. line:gsub("%-%->", "--›"))
    end
  end
  table.insert(kept, "-->")
  return kept
end

---The line that says how it ended, then the person's edit if it was not sent.
---@param line yourcall.Line
---@param lines string[] the sheet's lines now
---@param sheet string as it was first shown
---@return string[]
function M.lines(line, lines, sheet)
  local how = line.outcome.status
  local shown = { (how == "answered" and "✔ " or "– ") .. line.summary }
  local was_sent = not line.elsewhere and (how == "answered" or how == "declined")
  if not was_sent and vim.trim(table.concat(lines, "\n")) ~= vim.trim(sheet) then
    vim.list_extend(shown, keep_edit(lines))
  end
  return shown
end

return M
