-- What remains of a sheet whose ask has ended.

local buffer = require("yourcall.buffer")
local follow = require("yourcall.follow")
local place = require("yourcall.place")

local M = {}

---@param line string
---@return boolean whether it is nothing but a comment, without words that a person added to it
local function is_comment(line)
  return line:match("^<!%-%-.*%-%->%s*$") ~= nil
end

---A line of a person's unsent edit, or nothing for one that is not kept.
---@param line string
---@return string|nil
local function keep_line(line)
  if not is_comment(line) and line ~= "" then
    return "    " .. line:gsub("%-%->", "--›")
  end
end

---A sheet without what is not part of an answer: comments, blank lines, spaces at line ends.
---@param lines string[]
---@return string
local function essence(lines)
  local kept = {}
  for _, line in ipairs(lines) do
    local text = line:gsub("%s+$", "")
    if text ~= "" and not is_comment(text) then
      table.insert(kept, text)
    end
  end
  return table.concat(kept, "\n")
end

---How the ask ended, in one line.
---@param line yourcall.Line
---@return string
local function headline(line)
  return (line.outcome.status == "answered" and "✔ " or "– ") .. line.summary
end

---Whether the sheet as it is was sent from here.
---@param line yourcall.Line
---@return boolean
local function was_sent(line)
  return not line.elsewhere and (line.outcome.status == "answered" or line.outcome.status == "declined")
end

---A line that says how the ask ended, then the person's edit if it was not sent, as a comment that no parser takes for a sheet.
---@param line yourcall.Line
---@param lines string[] the sheet's lines now
---@param sheet string as it was first shown
---@return string[] shown
---@return table<integer, integer> moved the lines of the sheet that are kept, counted from 1, and where they are now
local function render(line, lines, sheet)
  local shown, moved = { headline(line) }, {}
  if not was_sent(line) and essence(lines) ~= essence(vim.split(sheet, "\n", { plain = true })) then
    table.insert(shown, "<!-- Your edit, not sent:")
    for index, text in ipairs(lines) do
      local kept = keep_line(text)
      if kept then
        table.insert(shown, kept)
        moved[index] = #shown
      end
    end
    table.insert(shown, "-->")
  end
  return shown, moved
end

---Replaces the sheet. Windows whose cursor is in a line of the edit stay in that line.
---@param ask yourcall.Ask
---@param line yourcall.Line
local function replace(ask, line)
  local first, last = place.range(ask.buf, ask.askId)
  if not first then
    return
  end
  local shown, moved = render(line, vim.list_slice(buffer.lines(ask.buf), first + 1, last + 1), ask.sheet)
  local cursors = {}
  for _, window in ipairs(follow.windows_in(ask.buf, first, last)) do
    local row, column = unpack(vim.api.nvim_win_get_cursor(window))
    cursors[window] = moved[row - first] and { first + moved[row - first], column + 4 }
  end
  buffer.set(ask.buf, first, last + 1, shown)
  for window, cursor in pairs(cursors) do
    vim.api.nvim_win_set_cursor(window, cursor)
  end
end

---Replaces the sheet of an ask that has ended. While the person types in it, it stays as it is, so that their words stay
---together; a virtual line says how the ask ended, and the sheet is replaced when they leave insert mode.
---@param ask yourcall.Ask
---@param line yourcall.Line
function M.show(ask, line)
  local first, last = place.range(ask.buf, ask.askId)
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local is_in_it = first and buffer.is_typing(ask.buf) and row >= first and row <= last
  if not is_in_it or was_sent(line) then
    return replace(ask, line)
  end
  local space = vim.api.nvim_create_namespace("yourcall-ended-" .. ask.askId)
  local words = { { "   " .. headline(line) .. " · what you type stays here, not sent", "YourcallOpen" } }
  vim.api.nvim_buf_set_extmark(ask.buf, space, row, 0, { virt_lines = { words } })
  local function finish()
    if not vim.api.nvim_buf_is_loaded(ask.buf) then
      return true
    elseif vim.api.nvim_get_mode().mode ~= "n" then
      return false
    end
    vim.api.nvim_buf_clear_namespace(ask.buf, space, 0, -1)
    replace(ask, line)
    -- There is nothing left to send, so the buffer can be closed.
    if vim.bo[ask.buf].buftype == "acwrite" then
      vim.bo[ask.buf].modified = false
    end
    return true
  end
  -- Not `InsertLeave`, which Ctrl-O triggers, too. Before 0.10, Ctrl-C triggers neither, but it moves the cursor.
  vim.api.nvim_create_autocmd({ "ModeChanged", "CursorMoved" }, { callback = finish })
end

return M
