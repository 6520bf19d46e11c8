-- All pending asks at the hub: a list, and each ask as a sheet in its own buffer.

local buffer = require("yourcall.buffer")
local events = require("yourcall.events")
local inbox_list = require("yourcall.inbox_list")
local inbox_sheet = require("yourcall.inbox_sheet")
local job = require("yourcall.job")
local presence = require("yourcall.presence")
local sheet = require("yourcall.sheet")
local status = require("yourcall.status")

local M = {}

---@type yourcall.Job|nil runs as long as there is a list or a sheet
local running

---@type yourcall.Inbox
local inbox

local function forget()
  inbox = { asks = {}, ids = {}, pending = 0, filter = "", next = {}, is_listed = false, is_connected = false }
end
forget()

---@type table<string, integer> the buffers of opened sheets, by the ask's id
local sheets = {}

---@param buf integer|nil
---@return boolean
local function is_loaded(buf)
  return buf ~= nil and vim.api.nvim_buf_is_loaded(buf)
end

local function show()
  inbox.is_connected = running ~= nil
  inbox_list.show(inbox)
end

---@param id string
local function remove(id)
  if inbox.asks[id] then
    inbox.asks[id] = nil
    inbox.ids = vim.tbl_filter(function(other)
      return other ~= id
    end, inbox.ids)
    status.remove(id)
  end
end

---Sheets of asks that ended before this job began.
local function close_old_sheets()
  for id, opened in pairs(sheets) do
    if not inbox.asks[id] then
      local summary = "It ended while Neovim was not connected. yourcall log says how."
      local ended = { type = "ask_ended", id = id, outcome = { status = "cancelled" }, elsewhere = true, summary = summary }
      sheet.on_line(opened, ended)
      vim.bo[opened].modified = false
    end
  end
end

---@param line yourcall.Line
local function on_ended(line)
  inbox.next[line.id] = line.next
  remove(line.id)
  events.ended(line)
end

---@param line yourcall.Line
local function on_listed(line)
  inbox.ids, inbox.pending, inbox.filter = line.shown, line.pending, line.filter
  if not inbox.is_listed then
    inbox.is_listed = true
    close_old_sheets()
  end
end

---@param line yourcall.Line
local function on_line(line)
  local buf = sheets[line.id or ""]
  if is_loaded(buf) then
    local next = inbox.asks[line.next or ""]
    line.go_on = next and ("]q opens the next ask: %s"):format(next.headline.name)
    sheet.on_line(buf, line)
    if line.type == "ask_ended" then
      vim.bo[buf].modified = false
    elseif line.type == "ask_user_question" then
      -- The sheet is from an earlier job; it stays as the person left it.
      sheet.open(buf, running, line)
    end
  end
  if line.type == "ask_user_question" then
    inbox.asks[line.id] = line
    status.add(line.id)
    return events.asked(line)
  elseif line.type == "deadline_changed" and inbox.asks[line.id] then
    inbox.asks[line.id].expiresAt = line.expiresAt
  elseif line.type == "ask_ended" then
    on_ended(line)
  elseif line.type == "listed" then
    on_listed(line)
  elseif line.type == "link_changed" then
    inbox.note = line.link == "reconnecting" and "The hub does not answer. Trying again." or nil
  else
    return
  end
  show()
end

local function forget_all()
  for id in pairs(vim.deepcopy(inbox.asks)) do
    remove(id)
  end
  for _, buf in pairs(sheets) do
    sheet.detach(buf)
  end
end

---Starts following the hub, unless that is so already. Sheets of an earlier job are connected again.
function M.connect()
  if running then
    return
  end
  forget()
  local started, why
  started, why = job.start({
    args = { "inbox", "--json" },
    on_line = function(line)
      if running == started then
        on_line(line)
      end
    end,
    on_exit = function(code, said)
      if running == started then
        running = nil
        forget_all()
        inbox.note = ("The inbox ended (exit %d). %s :Yourcall inbox starts it again."):format(code, said)
        buffer.notify(inbox.note, vim.log.levels.ERROR)
        show()
      end
    end,
  })
  running = started
  if not started then
    inbox.note = why
    buffer.notify(why, vim.log.levels.ERROR)
  end
end

---Ends the job, which tells the hub that the person has left; what waits keeps waiting.
function M.leave()
  local ended = running
  running = nil
  presence.forget()
  if ended then
    forget_all()
    ended.leave()
  end
end

---The list or a sheet is gone; nobody may be left who follows the hub.
local function leave_unless_used()
  if not inbox_list.buf() and next(sheets) == nil then
    M.leave()
  end
end

---@param buf integer the list or a sheet
---@param on_unload fun()
local function watch(buf, on_unload)
  presence.watch(buf, function()
    return running
  end, function()
    on_unload()
    -- After `:edit`, the buffer is read again at once.
    vim.schedule(leave_unless_used)
  end)
end

---@param buf integer
---@return string|nil id of the ask of this sheet
local function id_of(buf)
  for id, opened in pairs(sheets) do
    if opened == buf then
      return id
    end
  end
end

---Whether this buffer is a sheet of the inbox.
---@param buf integer
---@return boolean
function M.is_sheet(buf)
  return id_of(buf) ~= nil
end

---Whether this buffer is the list or a sheet.
---@param buf integer
---@return boolean
function M.has(buf)
  return buf == inbox_list.buf() or M.is_sheet(buf)
end

---@param line yourcall.Line
---@param buf integer
local function follow_in(buf, line)
  sheets[line.id] = buf
  sheet.open(buf, running, line)
  watch(buf, function()
    sheet.forget(buf)
    sheets[line.id] = nil
  end)
end

---@param line yourcall.Line
local function open_sheet(line)
  local known = sheets[line.id]
  if is_loaded(known) then
    return vim.api.nvim_win_set_buf(0, known)
  end
  follow_in(inbox_sheet.open(line), line)
end

---Opens the ask after or before that of this sheet, in the order of the list; after the last one comes the first.
---@param buf integer
---@param step 1|-1
---@return boolean whether there is another one
function M.go(buf, step)
  local id = id_of(buf)
  if not id then
    return false
  end
  local at = inbox_list.index_of(inbox, id)
  -- In place of one that has ended is the next one.
  local target = not inbox.asks[id] and at or ((at or 1) - 1 + step) % math.max(1, #inbox.ids) + 1
  local line = inbox.asks[inbox.ids[target] or ""]
  if not line or line.id == id then
    return false
  end
  open_sheet(line)
  return true
end

---@param words string
local function filter(words)
  if running then
    running.send({ type = "filter", text = vim.trim(words) })
  end
end

---@param buf integer
---@return integer buf the list
local function make_list(buf)
  inbox_list.make(buf, function(id)
    open_sheet(inbox.asks[id])
  end, filter)
  watch(buf, inbox_list.forget)
  return buf
end

---Opens the list, or goes to it.
---@param mods string as in `:vertical Yourcall inbox`
---@param words? string what it is narrowed down to, unless empty
function M.open(mods, words)
  local list = inbox_list.buf() or make_list(vim.api.nvim_create_buf(true, false))
  inbox_list.go_to(list, mods, M.is_sheet(vim.api.nvim_get_current_buf()))
  M.connect()
  show()
  if words and words ~= "" then
    filter(words)
  end
end

---Fills a buffer with the name of one of the inbox. A sheet is then as it came, without the person's edit; what shows nothing that
---waits, such as from a session, becomes the list.
---@param buf integer
function M.read(buf)
  local line = inbox.asks[vim.b[buf].yourcall_ask or ""]
  if line then
    inbox_sheet.fill(buf, line)
    return follow_in(buf, line)
  end
  local is_list = vim.api.nvim_buf_get_name(buf) == inbox_list.name
  local list = inbox_list.buf() or make_list(is_list and buf or vim.api.nvim_create_buf(true, false))
  M.connect()
  show()
  -- While Neovim reads a buffer, it cannot be deleted.
  vim.schedule(function()
    for _, window in ipairs(vim.fn.win_findbuf(buf)) do
      inbox_list.show_in(window)
    end
    if buf ~= list and vim.api.nvim_buf_is_valid(buf) then
      vim.api.nvim_buf_delete(buf, { force = true })
    end
  end)
end

return M
