-- The text of a chat: where the agent writes, where the person does, and what is folded.

local buffer = require("yourcall.buffer")

local M = {}

local places = vim.api.nvim_create_namespace("yourcall-chat")
M.you, M.agent = "# You", "# Agent"

-- So many lines of what a tool says are shown.
local most = 200

---Where a mark is, counted from 0. A program that rewrites the whole buffer takes all marks to its beginning, into the header of the
---chat; the place is then the last line with text.
---@param chat yourcall.Chat
---@param mark integer
---@return integer
local function row_of(chat, mark)
  local row = vim.api.nvim_buf_get_extmark_by_id(chat.buf, places, mark, {})[1] or 0
  local last = vim.api.nvim_buf_line_count(chat.buf) - 1
  while row < 2 and last > 0 and vim.api.nvim_buf_get_lines(chat.buf, last, last + 1, false)[1] == "" do
    last = last - 1
  end
  return row < 2 and last or math.min(row, last)
end

---Marks the agent's last line; everything below it is the person's. The mark moves with the text.
---@param chat yourcall.Chat
---@return integer row counted from 0
function M.out_row(chat)
  return row_of(chat, chat.out)
end

---@param chat yourcall.Chat
---@param row integer
function M.mark_out(chat, row)
  chat.out = vim.api.nvim_buf_set_extmark(chat.buf, places, row, 0, { id = chat.out })
end

---Writes lines below what the agent said last.
---@param chat yourcall.Chat
---@param lines string[]
function M.append(chat, lines)
  local row = M.out_row(chat)
  local function is_blank(at)
    return vim.api.nvim_buf_get_lines(chat.buf, at, at + 1, false)[1] == ""
  end
  -- Reuse a line that was begun and is still empty.
  local from = chat.partial == "" and is_blank(row) and row or row + 1
  if #lines > 1 and lines[1] == "" and (from == 0 or is_blank(from - 1)) then
    lines = vim.list_slice(lines, 2)
  end
  buffer.set(chat.buf, from, row + 1, lines)
  M.mark_out(chat, from + #lines - 1)
  chat.partial = nil
end

---Whether a line is a heading of a chat, part of a sheet, or the edge of a fold.
---@param line string
---@return boolean
function M.has_meaning(line)
  local is_heading = line:match("^# You%s*$") or line:match("^# Agent%s*$")
  return (is_heading or line:match("^<!%-%-") or line:match("^</?details")) ~= nil
end

---A line of the agent must not pass for a heading of the chat, a sheet or the end of one.
---@param line string
---@return string
local function escape(line)
  return M.has_meaning(line) and "\\" .. line or line
end

---Writes a piece of the agent's text where the last piece ended, or below if the person has changed that line.
---@param chat yourcall.Chat
---@param text string
function M.say(chat, text)
  local last = M.out_row(chat)
  local is_own = chat.partial and vim.api.nvim_buf_get_lines(chat.buf, last, last + 1, false)[1] == escape(chat.partial)
  if not is_own then
    M.append(chat, { "", "" })
    chat.partial = ""
  end
  local lines = buffer.split(chat.partial .. text)
  local row = M.out_row(chat)
  buffer.set(chat.buf, row, row + 1, vim.tbl_map(escape, lines))
  M.mark_out(chat, row + #lines - 1)
  chat.partial = lines[#lines]
end

---What a call is about, in a line that cannot end the summary it is part of.
---@param value any
---@return string
local function one_line(value)
  local text = value
  if type(value) == "table" then
    text = value.command or value.file_path or value.path or value.pattern or value.description
    text = type(text) == "string" and text or vim.json.encode(value)
  end
  return vim.fn.strcharpart((tostring(text or ""):gsub("[%c<>]+", " ")), 0, 100)
end

---@param chat yourcall.Chat
---@param line yourcall.Line
function M.on_tool_start(chat, line)
  if line.name:match("AskUserQuestion$") then
    return
  end
  local summary = vim.trim(one_line(line.name) .. " " .. one_line(line.input))
  local row = M.out_row(chat)
  local follows = vim.api.nvim_buf_get_lines(chat.buf, row, row + 1, false)[1] == "</details>"
  local lines = { ("<details><summary>%s</summary>"):format(summary), "</details>" }
  M.append(chat, follows and lines or vim.list_extend({ "" }, lines))
  chat.calls[line.id] = vim.api.nvim_buf_set_extmark(chat.buf, places, M.out_row(chat), 0, {})
end

---@param chat yourcall.Chat
---@param line yourcall.Line
function M.on_tool_result(chat, line)
  local mark = chat.calls[line.id]
  if mark == nil then
    return
  end
  chat.calls[line.id] = nil
  local row = row_of(chat, mark)
  local lines = buffer.split(line.result.text)
  local shown = vim.list_slice(lines, 1, most)
  if #lines > #shown then
    table.insert(shown, ("… %d more lines"):format(#lines - #shown))
  end
  -- Indented, a result is code: nothing in it is a heading, a sheet or the end of the fold.
  buffer.set(chat.buf, row, row, vim.tbl_map(function(text)
    return "    " .. text
  end, shown))
end

---Leaves a line for the person below the agent's, apart from it by a blank one: what is typed at the end during a turn is the
---next message, and the agent writes above it.
---@param chat yourcall.Chat
function M.make_room(chat)
  local row = M.out_row(chat)
  local below = vim.api.nvim_buf_line_count(chat.buf) - row - 1
  if below < 2 then
    buffer.set(chat.buf, row + 1, row + 1, below == 0 and { "", "" } or { "" })
  end
end

---Writes the heading of the person's next message, above what they have written meanwhile.
---@param chat yourcall.Chat
---@param lines string[] the lines before the heading
---@param message? string what they have sent before, and have to send again
function M.prompt(chat, lines, message)
  if not M.has_prompt(chat) then
    local below = vim.api.nvim_buf_get_lines(chat.buf, M.out_row(chat) + 1, -1, false)
    table.insert(lines, M.you)
    if message or below[1] ~= "" then
      table.insert(lines, "")
    end
    if not message and #below <= (below[1] == "" and 1 or 0) then
      table.insert(lines, "")
    end
  end
  vim.list_extend(lines, message and vim.split(message, "\n", { plain = true }) or {})
  M.append(chat, lines)
end

---Whether the next text below the agent's is a heading for the person's message.
---@param chat yourcall.Chat
---@return boolean
function M.has_prompt(chat)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(chat.buf, M.out_row(chat) + 1, -1, false)) do
    if line ~= "" then
      return line == M.you
    end
  end
  return false
end

---The two lines that make the file a chat again.
---@param chat yourcall.Chat
---@return string[]
local function header(chat)
  return {
    ("<!-- yourcall-chat · %s · %s -->"):format(chat.agent, vim.fn.fnamemodify(chat.cwd, ":~")),
    ("<!-- run: %s -->"):format(chat.run or "none yet"),
  }
end

---Writes them in place of earlier ones.
---@param chat yourcall.Chat
function M.write_header(chat)
  local before = vim.api.nvim_buf_get_lines(chat.buf, 0, 2, false)
  local old = 0
  if (before[1] or ""):match("^<!%-%- yourcall%-chat · ") then
    old = (before[2] or ""):match("^<!%-%- run: ") and 2 or 1
  end
  buffer.set(chat.buf, 0, old, header(chat))
end

---Fills the buffer of a new chat.
---@param chat yourcall.Chat
function M.begin(chat)
  buffer.fill(chat.buf, vim.list_extend(header(chat), { "", M.you, "", "" }))
end

---The line of the last `# You`, counted from 0, and all lines.
---@param chat yourcall.Chat
---@return integer|nil row, string[] lines
function M.prompt_row(chat)
  local lines = buffer.lines(chat.buf)
  for row = #lines, 1, -1 do
    if lines[row] == M.you then
      return row - 1, lines
    end
  end
  return nil, lines
end

---Whether nothing of the agent follows the last `# You`.
---@param chat yourcall.Chat
---@return boolean
function M.waits_for_person(chat)
  local row, lines = M.prompt_row(chat)
  return row ~= nil and not vim.tbl_contains(vim.list_slice(lines, row + 1), M.agent)
end

---Adds lines to the person's message.
---@param chat yourcall.Chat
---@param lines string[]
function M.add(chat, lines)
  if not chat.busy and not M.waits_for_person(chat) then
    M.mark_out(chat, vim.api.nvim_buf_line_count(chat.buf) - 1)
    M.prompt(chat, { "" })
  end
  local all = buffer.lines(chat.buf)
  local last = chat.busy and M.out_row(chat) + 1 or M.prompt_row(chat) + 1
  for index, line in ipairs(all) do
    if line ~= "" then
      last = math.max(last, index)
    end
  end
  local added = vim.list_extend({ "" }, lines)
  buffer.set(chat.buf, last, -1, vim.list_extend(added, { "", "" }))
end

---Tool calls are folded. Each line has a level of its own: for one that depends on the line above, Neovim would go back to the
---beginning of the chat at every piece of text.
---@param row integer counted from 1
---@return string|integer
function M.fold(row)
  local line = vim.fn.getline(row)
  if line:match("^</?details>") then
    return line:match("^<details>") and ">1" or "<1"
  end
  local function is_inside(text)
    return text == "" or text:match("^    ") ~= nil
  end
  local above = is_inside(line) and vim.api.nvim_buf_get_lines(0, math.max(0, row - most - 3), row - 1, false) or {}
  for index = #above, 1, -1 do
    if not is_inside(above[index]) then
      return above[index]:match("^<details>") and 1 or 0
    end
  end
  return 0
end

---@return string
function M.fold_text()
  return "▸ " .. vim.fn.getline(vim.v.foldstart):gsub("^<details><summary>", ""):gsub("</summary>$", "")
end

---Folds this buffer in this window and no other: `vim.wo` would also set what new windows start with. Nothing is concealed,
---because the person has to see all of an approval.
function M.set_window()
  vim.opt_local.conceallevel = 0
  vim.opt_local.foldmethod, vim.opt_local.foldlevel = "expr", 0
  vim.opt_local.foldexpr = "v:lua.require'yourcall.transcript'.fold(v:lnum)"
  vim.opt_local.foldtext = "v:lua.require'yourcall.transcript'.fold_text()"
end

return M
