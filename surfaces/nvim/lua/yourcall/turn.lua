-- How the lines from an agent change its chat.

local asks = require("yourcall.asks")
local buffer = require("yourcall.buffer")
local chats = require("yourcall.chats")
local events = require("yourcall.events")
local follow = require("yourcall.follow")
local place = require("yourcall.place")
local questions = require("yourcall.questions")
local sheet = require("yourcall.sheet")
local transcript = require("yourcall.transcript")

local M = {}

---@param chat yourcall.Chat
---@param line yourcall.Line
local function on_asked(chat, line)
  if not place.range(chat.buf, line.askId) then
    -- With an empty line at its end, where the agent continues once the sheet is gone.
    local lines = vim.split(line.sheet, "\n", { plain = true })
    table.insert(lines, 1, "")
    transcript.append(chat, lines)
  end
  sheet.open(chat.buf, chat.job, line)
  events.asked(line, chat.buf)
  -- Once the windows that follow have been scrolled.
  vim.schedule(function()
    if vim.api.nvim_buf_is_valid(chat.buf) then
      questions.announce(chat.buf, line)
    end
  end)
end

---Why a turn ended. What is below the first line may be commands to copy.
---@param note string
---@return string[]
local function note_lines(note)
  local lines = buffer.split(vim.trim(note))
  local shown = { "_" .. lines[1] .. "_", "" }
  for index = 2, #lines do
    table.insert(shown, lines[index] == "" and "" or "    " .. vim.trim(lines[index]))
  end
  return #lines == 1 and shown or vim.list_extend(shown, { "" })
end

---@param chat yourcall.Chat
---@param note? string why it ended
local function end_turn(chat, note)
  chat.busy = false
  -- A message that waited for a resumed turn, or whose run never began, is put back, to be sent again.
  local unsent = chat.queued or chat.first
  chat.queued, chat.first = nil, nil
  local lines = { "" }
  if note then
    vim.list_extend(lines, note_lines(note))
  end
  transcript.prompt(chat, lines, unsent)
  events.turn_ended(chat.buf)
end

---Sends the message that waited for the end of a resumed turn.
---@param chat yourcall.Chat
---@return boolean
local function send_queued(chat)
  local text = chat.queued
  if not text or not chat.job or chat.job.send({ type = "user_message", text = text }) then
    return false
  end
  chat.queued = nil
  return true
end

---An ask of the chat has ended. A window whose cursor was in its sheet follows the agent again, unless another ask waits or the person
---is typing.
---@param chat yourcall.Chat
---@param line yourcall.Line
local function on_ended(chat, line)
  local first, last = place.range(chat.buf, line.askId)
  local windows = first and follow.windows_in(chat.buf, first, last) or {}
  if not sheet.on_line(chat.buf, line) then
    sheet.close_found(chat.buf, line)
  end
  if chat.busy and #asks.open_in(chat.buf) == 0 and not buffer.is_typing(chat.buf) then
    follow.go_to_end(chat.buf, windows)
  end
end

---@param chat yourcall.Chat
---@param line yourcall.Line
local function take(chat, line)
  if line.type == "ask_ended" then
    return on_ended(chat, line)
  elseif sheet.on_line(chat.buf, line) then
    return
  end
  if line.type == "started" then
    chat.run, chat.first = line.runId, nil
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
    chat.has_failed = true
    end_turn(chat, line.message)
  elseif line.type == "error" then
    buffer.notify(line.message, vim.log.levels.WARN)
  end
end

---Runs a change of the agent's part of the chat, which windows at its end follow.
---@param chat yourcall.Chat
---@param change fun()
local function write(chat, change)
  follow.keep(chat.buf, function()
    return transcript.out_row(chat)
  end, change)
end

---@param chat yourcall.Chat
---@param line yourcall.Line
function M.on_line(chat, line)
  if vim.api.nvim_buf_is_valid(chat.buf) then
    write(chat, function()
      take(chat, line)
    end)
    -- A piece of text alone is not worth a write to the disk.
    if line.type ~= "text" and line.type ~= "sheet_checked" then
      chats.save(chat)
    end
  end
end

---The job has ended, by itself or killed.
---@param chat yourcall.Chat
---@param code integer
---@param said string what the command wrote for people
function M.on_exit(chat, code, said)
  chat.job = nil
  if not vim.api.nvim_buf_is_valid(chat.buf) or chat.left then
    return
  end
  sheet.detach(chat.buf)
  if chat.busy then
    local why = said ~= "" and " " .. said or ""
    local next_step = chat.run and " :Yourcall resume continues." or ""
    write(chat, function()
      end_turn(chat, ("The agent's process ended (exit %d).%s%s"):format(code, why, next_step))
    end)
    chats.save(chat)
  elseif code ~= 0 and not chat.has_failed then
    -- Otherwise the chat says why.
    buffer.notify(said ~= "" and said or ("The agent's process ended (exit %d)."):format(code), vim.log.levels.WARN)
  end
end

return M
