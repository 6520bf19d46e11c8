-- A chat with an agent, as a markdown buffer: what you said, what it said, and its questions as sheets.

local buffer = require("yourcall.buffer")
local job = require("yourcall.job")
local sheet = require("yourcall.sheet")
local transcript = require("yourcall.transcript")

---@class yourcall.Chat
---@field buf integer
---@field agent string
---@field cwd string
---@field job yourcall.Job|nil
---@field run string|nil the run to resume
---@field busy boolean whether a turn runs
---@field partial string the agent's current line, as it came
---@field calls table<string, integer> the marks of calls that have no result yet
---@field queued string|nil a message that waits for a resumed turn

local M = {}

---@type table<integer, yourcall.Chat>
local chats = {}

local function on_asked(chat, line)
  local again = sheet.range(chat.buf, line.askId) ~= nil
  if not again then
    local lines = vim.split(line.sheet, "\n", { plain = true })
    table.insert(lines, 1, "")
    transcript.append(chat, lines)
  end
  local ask = sheet.open(chat.buf, chat.job, line)
  if not buffer.is_current(chat.buf) then
    local header = line.questions[1] and line.questions[1].header or "A question"
    buffer.notify(("%s asks: %s"):format(vim.fn.bufname(chat.buf), header))
  end
  return ask
end

local function end_turn(chat, note)
  chat.busy = false
  local lines = { "" }
  if note then
    vim.list_extend(lines, { "_" .. table.concat(buffer.split(note), " ") .. "_", "" })
  end
  if not transcript.has_prompt(chat) then
    vim.list_extend(lines, { transcript.you, "" })
    -- What was written meanwhile is already below.
    if vim.api.nvim_buf_line_count(chat.buf) == transcript.out_row(chat) + 1 then
      table.insert(lines, "")
    end
  end
  transcript.append(chat, lines)
end

---Sends the message that waited for the end of a resumed turn.
---@return boolean
local function send_queued(chat)
  local text = chat.queued
  chat.queued = nil
  if text and chat.job then
    chat.job.send({ type = "user_message", text = text })
  end
  return text ~= nil
end

local function on_line(chat, line)
  if not vim.api.nvim_buf_is_valid(chat.buf) or sheet.on_line(chat.buf, line) then
    return
  end
  if line.type == "started" then
    chat.run = line.runId
    transcript.write_header(chat)
  elseif line.type == "text" then
    transcript.say(chat, line.text)
  elseif line.type == "tool_start" then
    transcript.on_tool_start(chat, line)
  elseif line.type == "tool_result" then
    transcript.on_tool_result(chat, line)
  elseif line.type == "ask_user_question" then
    on_asked(chat, line)
  elseif line.type == "done" then
    if not send_queued(chat) then
      end_turn(chat)
    end
  elseif line.type == "error" and line.ended then
    end_turn(chat, line.message)
  elseif line.type == "error" then
    buffer.notify(line.message, vim.log.levels.WARN)
  end
end

local function on_exit(chat, code, said)
  chat.job = nil
  if not vim.api.nvim_buf_is_valid(chat.buf) or chat.left then
    return
  end
  sheet.detach(chat.buf)
  if chat.busy then
    local why = said ~= "" and " " .. said or ""
    end_turn(chat, ("The agent's process ended (exit %d).%s :Yourcall resume continues."):format(code, why))
  elseif code ~= 0 then
    buffer.notify(said ~= "" and said or ("The agent's process ended (exit %d)."):format(code), vim.log.levels.WARN)
  end
end

---@return string[]
local function agent_arguments(name)
  local own = require("yourcall").config.agents[name]
  if own then
    return vim.list_extend({ "--with", "acp", "--" }, own)
  end
  return name == "loop" and {} or { "--with", name }
end

---@return boolean
local function start(chat, resume)
  local args = { "agent", "--json", "--keep" }
  if resume then
    vim.list_extend(args, { "--resume", chat.run })
  end
  vim.list_extend(args, agent_arguments(chat.agent))
  local started, why = job.start({
    args = args,
    cwd = chat.cwd,
    on_line = function(line)
      on_line(chat, line)
    end,
    on_exit = function(code, said)
      on_exit(chat, code, said)
    end,
  })
  if not started then
    buffer.notify(why, vim.log.levels.ERROR)
    return false
  end
  chat.job = started
  return true
end

local function send_message(chat)
  if chat.busy then
    return buffer.notify("A turn is running. Your text stays; send it when the turn has ended, or :Yourcall stop.")
  end
  local row, lines = transcript.prompt_row(chat)
  local text = row and vim.trim(table.concat(vim.list_slice(lines, row + 2), "\n")) or ""
  if text == "" then
    return buffer.notify("Write your message below the last “# You” first.")
  end
  local resumes = not chat.job and chat.run ~= nil
  if not chat.job and not start(chat, resumes) then
    return
  end
  chat.busy = true
  transcript.mark_out(chat, #lines - 1)
  transcript.append(chat, { "", transcript.agent, "", "" })
  chat.partial = ""
  if resumes then
    -- The resumed run first ends the turn in which it stopped.
    chat.queued = text
  else
    chat.job.send({ type = "user_message", text = text })
  end
end

---<CR>: sends the sheet at the cursor, or the message.
function M.enter(buf)
  local ask = sheet.at(buf, vim.api.nvim_win_get_cursor(0)[1] - 1)
  if ask then
    sheet.send(ask)
  elseif chats[buf] then
    send_message(chats[buf])
  end
end

local function leave(buf)
  local chat = chats[buf]
  chats[buf] = nil
  sheet.forget(buf)
  if chat then
    chat.left = true
    if chat.job then
      chat.job.leave()
    end
  end
end

local function attach(chat)
  local buf = chat.buf
  chats[buf] = chat
  transcript.mark_out(chat, vim.api.nvim_buf_line_count(buf) - 1)
  vim.keymap.set("n", "<CR>", function()
    M.enter(buf)
  end, { buffer = buf, desc = "yourcall: send" })
  local group = vim.api.nvim_create_augroup("yourcall-chat-" .. buf, {})
  local function on(events, act)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buf, callback = act })
  end
  on({ "TextChanged", "TextChangedI" }, function()
    sheet.check_soon(buf)
  end)
  on("BufWinEnter", transcript.set_window)
  on("BufUnload", function()
    leave(buf)
  end)
  transcript.set_window()
end

local function new_chat(buf, agent, cwd, run)
  return { buf = buf, agent = agent, cwd = cwd, run = run, busy = false, calls = {} }
end

---@param agent string
---@param mods string as in `:vertical Yourcall chat`
function M.open(agent, mods)
  local buf = buffer.new(mods)
  local name = ("%s/yourcall-%s-%d.md"):format(vim.fn.getcwd(), os.date("%Y%m%d-%H%M%S"), buf)
  vim.api.nvim_buf_set_name(buf, name)
  vim.bo[buf].filetype = "markdown"
  local chat = new_chat(buf, agent, vim.fn.getcwd())
  transcript.write_header(chat)
  buffer.set(buf, 2, -1, { "", transcript.you, "", "" })
  vim.api.nvim_win_set_cursor(0, { 6, 0 })
  attach(chat)
end

---Continues the run of the chat in this buffer, which may be a file from another day.
function M.resume(buf)
  local chat = chats[buf]
  if not chat then
    local lines = vim.api.nvim_buf_get_lines(buf, 0, 2, false)
    local agent, cwd = (lines[1] or ""):match("^<!%-%- yourcall%-chat · (.-) · (.*) %-%->$")
    if not agent then
      return buffer.notify("This buffer is no chat. :Yourcall chat starts one.", vim.log.levels.WARN)
    end
    local run = (lines[2] or ""):match("^<!%-%- run: ([%w_-]+) %-%->$")
    chat = new_chat(buf, agent, vim.fn.expand(cwd), run)
    attach(chat)
  end
  if chat.job then
    return buffer.notify("This chat is running.")
  end
  if not chat.run then
    return buffer.notify("There is nothing to resume yet. Write a message and press <CR>.")
  end
  if not start(chat, true) then
    return
  end
  chat.busy = true
  -- What the agent says goes above a message that was not sent yet.
  local row, lines = transcript.prompt_row(chat)
  local waits = row ~= nil and not vim.tbl_contains(vim.list_slice(lines, row + 1), transcript.agent)
  transcript.mark_out(chat, waits and row - 1 or vim.api.nvim_buf_line_count(buf) - 1)
end

---@return boolean
function M.stop(buf)
  local chat = chats[buf]
  if chat and chat.job and chat.busy then
    chat.job.send({ type = "interrupt" })
    return true
  end
  return false
end

function M.leave_all()
  for _, chat in pairs(chats) do
    if chat.job then
      chat.left = true
      chat.job.leave()
    end
  end
end

return M
