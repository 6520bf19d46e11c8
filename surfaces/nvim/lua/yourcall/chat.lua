-- A chat with an agent, as a markdown buffer: what you said, what it said, and its questions as sheets.

local asks = require("yourcall.asks")
local buffer = require("yourcall.buffer")
local chats = require("yourcall.chats")
local follow = require("yourcall.follow")
local job = require("yourcall.job")
local keys = require("yourcall.keys")
local place = require("yourcall.place")
local sheet = require("yourcall.sheet")
local transcript = require("yourcall.transcript")
local turn = require("yourcall.turn")

---@class yourcall.Chat
---@field buf integer
---@field agent string
---@field cwd string
---@field job yourcall.Job|nil
---@field run string|nil the run to resume
---@field busy boolean whether a turn runs
---@field left boolean|nil whether its job got the line `leave`
---@field out integer|nil the mark of the agent's last line
---@field partial string|nil the agent's current line, as received
---@field calls table<string, integer> the marks of calls that have no result yet
---@field queued string|nil a message that waits for a resumed turn
---@field first string|nil the first message, until its run has begun
---@field has_failed boolean|nil whether its job said that a turn has failed
---@field unsaved boolean|nil whether the person knows that it cannot be kept

local M = {}

---@type table<integer, yourcall.Chat>
local open_chats = {}

---@type integer|nil the chat that was used last
local recent

---@param name string
---@return string[]
local function agent_arguments(name)
  local own = require("yourcall").config.agents[name]
  if own then
    return vim.list_extend({ "--with", "acp", "--" }, own)
  end
  return name == "loop" and {} or { "--with", name }
end

---@param chat yourcall.Chat
---@param resume boolean
---@return boolean
local function start(chat, resume)
  if vim.fn.isdirectory(chat.cwd) ~= 1 then
    buffer.notify(("The directory of this chat does not exist: %s"):format(chat.cwd), vim.log.levels.WARN)
    return false
  end
  local args = { "agent", "--json", "--keep" }
  if resume then
    vim.list_extend(args, { "--resume", chat.run })
  end
  vim.list_extend(args, agent_arguments(chat.agent))
  local started, why = job.start({
    args = args,
    cwd = chat.cwd,
    on_line = function(line)
      turn.on_line(chat, line)
    end,
    on_exit = function(code, said)
      turn.on_exit(chat, code, said)
    end,
  })
  if not started then
    buffer.notify(why, vim.log.levels.ERROR)
    return false
  end
  chat.job, chat.has_failed = started, nil
  return true
end

---@param chat yourcall.Chat
local function send_message(chat)
  if chat.busy then
    return buffer.notify("A turn is running. Your text stays. (:Yourcall stop)")
  end
  if not transcript.waits_for_person(chat) then
    -- Text that the agent wrote is not a message from the person.
    transcript.mark_out(chat, vim.api.nvim_buf_line_count(chat.buf) - 1)
    transcript.prompt(chat, { "" })
  end
  local row, lines = transcript.prompt_row(chat)
  local text = row and vim.trim(table.concat(vim.list_slice(lines, row + 2), "\n")) or ""
  if text == "" then
    return buffer.notify("Write your message below the last “# You” first.")
  end
  -- A held or stray <CR> further up sends nothing.
  if vim.api.nvim_win_get_cursor(0)[1] - 1 < row then
    return buffer.notify("Nothing was sent. Press <CR> in your message, at the end.")
  end
  local resumes = not chat.job and chat.run ~= nil
  if not chat.job and not start(chat, resumes) then
    return
  end
  -- A resumed run first finishes the turn in which it stopped.
  chat.queued = resumes and text or nil
  local why = not resumes and chat.job.send({ type = "user_message", text = text })
  if why then
    return buffer.notify(why, vim.log.levels.WARN)
  end
  chat.busy = true
  chat.first = not chat.run and text or nil
  local windows = follow.windows_in(chat.buf, row, #lines)
  transcript.mark_out(chat, #lines - 1)
  transcript.append(chat, { "", transcript.agent, "", "" })
  chat.partial = ""
  transcript.make_room(chat)
  follow.go_to_end(chat.buf, windows)
end

---<CR>: sends the sheet at the cursor, or the message. In a reopened file it continues the run first.
---@param buf integer
function M.enter(buf)
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local ask, chat = asks.at(buf, row) or asks.lost_in(buf), open_chats[buf]
  if ask then
    sheet.send(ask)
  elseif chat and chat.run and not chat.job and (place.is_sheet(buf, row) or not transcript.waits_for_person(chat)) then
    buffer.notify("Nothing was sent yet. When it asks again, press <CR>.")
    M.resume(buf)
  elseif place.is_sheet(buf, row) then
    buffer.notify("This question is not open here. Nothing was sent.")
  elseif chat then
    send_message(chat)
  end
end

---Ends a chat's job without withdrawing its questions.
---@param chat yourcall.Chat
local function leave(chat)
  chat.left = true
  if chat.job then
    chat.job.leave()
  end
end

---@param chat yourcall.Chat
local function attach(chat)
  local buf = chat.buf
  open_chats[buf] = chat
  transcript.mark_out(chat, vim.api.nvim_buf_line_count(buf) - 1)
  local enter = { "n", "<CR>", "send the sheet at the cursor, or your message", function()
    M.enter(buf)
  end }
  keys.set(buf, "yourcall", vim.list_extend(keys.of_questions(), { enter }))
  local group = vim.api.nvim_create_augroup("yourcall-chat-" .. buf, {})
  local function on(events, act)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buf, callback = act })
  end
  on({ "TextChanged", "TextChangedI" }, function()
    sheet.check_soon(buf)
  end)
  -- The person may have deleted the line that was left for them.
  on("InsertEnter", function()
    local is_last = vim.fn.line(".") == vim.fn.line("$")
    if chat.busy and is_last and vim.fn.line(".") - 1 == transcript.out_row(chat) then
      transcript.make_room(chat)
      follow.go_to_end(buf, { vim.api.nvim_get_current_win() })
      -- Without this, Neovim puts the cursor back.
      vim.v.char = "x"
    end
  end)
  on("BufWinEnter", transcript.set_window)
  on("BufEnter", function()
    recent = buf
  end)
  on("BufUnload", function()
    open_chats[buf] = nil
    sheet.forget(buf)
    leave(chat)
  end)
end

---@param buf integer
---@param agent string
---@param cwd string
---@param run? string
---@return yourcall.Chat
local function new_chat(buf, agent, cwd, run)
  return { buf = buf, agent = agent, cwd = cwd, run = run, busy = false, calls = {} }
end

---Opens a chat in a split according to `mods`, or in place of an empty buffer.
---@param agent string
---@param mods string as in `:vertical Yourcall chat`
---@param add? fun(cwd: string): string[] lines to begin the message with
function M.open(agent, mods, add)
  local cwd = vim.fn.getcwd()
  local lines = add and add(cwd)
  vim.cmd(mods == "" and buffer.is_empty() and "enew" or mods .. " new")
  local buf = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buf, chats.new_file(cwd))
  local chat = new_chat(buf, agent, cwd)
  transcript.begin(chat)
  attach(chat)
  transcript.set_window()
  if lines then
    transcript.add(chat, lines)
  end
  follow.go_to_end(buf)
  recent = buf
end

---Adds lines to the message in the chat that was used last, or in a new one.
---@param add fun(cwd: string): string[]
function M.add(add)
  local chat = open_chats[recent or -1]
  if not chat then
    return M.open("loop", "", add)
  end
  transcript.add(chat, add(chat.cwd))
  follow.go_to_end(chat.buf)
  buffer.notify(("Added to %s."):format(vim.fn.fnamemodify(vim.fn.bufname(chat.buf), ":t")))
end

---@param buf integer
---@return boolean
function M.is_chat(buf)
  return open_chats[buf] ~= nil
end

---Makes a chat of a buffer with the text of one, such as a file from another day. Nothing is started.
---@param buf integer
---@return yourcall.Chat|nil
function M.adopt(buf)
  if not open_chats[buf] then
    local lines = buffer.lines(buf)
    local agent, cwd = (lines[1] or ""):match("^<!%-%- yourcall%-chat · (.-) · (.*) %-%->$")
    if agent then
      local run = (lines[2] or ""):match("^<!%-%- run: ([%w_-]+) %-%->$")
      -- Without the trailing slash that `:p` adds to a directory.
      attach(new_chat(buf, agent, vim.fn.fnamemodify(cwd, ":p"):gsub("(.)/$", "%1"), run))
    end
  end
  return open_chats[buf]
end

---Continues the run of the chat in this buffer.
---@param buf integer
function M.resume(buf)
  local chat = M.adopt(buf)
  if not chat then
    return buffer.notify("This buffer is not a chat. :Yourcall chat starts one.", vim.log.levels.WARN)
  end
  if chat.job then
    return buffer.notify("This chat is running.")
  end
  if not chat.run then
    return buffer.notify("Nothing to resume yet. Write a message and press <CR>.")
  end
  if not start(chat, true) then
    return
  end
  chat.busy = true
  -- The agent writes above a message that was not sent yet.
  local row = transcript.waits_for_person(chat) and transcript.prompt_row(chat)
  transcript.mark_out(chat, row and row - 1 or vim.api.nvim_buf_line_count(buf) - 1)
  if not row then
    transcript.make_room(chat)
  end
end

---Stops the turn that runs in this buffer, if one does.
---@param buf integer
---@return boolean
function M.stop(buf)
  local chat = open_chats[buf]
  if chat and chat.job and chat.busy then
    chat.job.send({ type = "interrupt" })
    return true
  end
  return false
end

---Neovim ends.
function M.leave_all()
  vim.tbl_map(leave, open_chats)
end

return M
