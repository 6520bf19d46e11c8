-- How the lines from an agent change its chat.

local buffer = require("yourcall.buffer")
local place = require("yourcall.place")
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
  if not buffer.is_current(chat.buf) then
    local header = line.questions[1] and line.questions[1].header or "A question"
    buffer.notify(("%s asks: %s"):format(vim.fn.fnamemodify(vim.fn.bufname(chat.buf), ":t"), header))
  end
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
    vim.list_extend(lines, { "_" .. table.concat(buffer.split(note), " ") .. "_", "" })
  end
  if not transcript.has_prompt(chat) then
    vim.list_extend(lines, { transcript.you, "" })
    -- Anything the person wrote meanwhile is already below.
    if not unsent and vim.api.nvim_buf_line_count(chat.buf) == transcript.out_row(chat) + 1 then
      table.insert(lines, "")
    end
  end
  if unsent then
    vim.list_extend(lines, vim.split(unsent, "\n", { plain = true }))
  end
  transcript.append(chat, lines)
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

---@param chat yourcall.Chat
---@param line yourcall.Line
function M.on_line(chat, line)
  if not vim.api.nvim_buf_is_valid(chat.buf) or sheet.on_line(chat.buf, line) then
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
  elseif line.type == "ask_ended" then
    sheet.close_found(chat.buf, line)
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
    end_turn(chat, ("The agent's process ended (exit %d).%s%s"):format(code, why, next_step))
  elseif code ~= 0 then
    buffer.notify(said ~= "" and said or ("The agent's process ended (exit %d)."):format(code), vim.log.levels.WARN)
  end
end

return M
