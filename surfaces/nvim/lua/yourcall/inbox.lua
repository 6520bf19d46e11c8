-- All pending asks at the hub: a list, and each ask as a sheet in its own buffer.

local buffer = require("yourcall.buffer")
local events = require("yourcall.events")
local inbox_sheet = require("yourcall.inbox_sheet")
local job = require("yourcall.job")
local keys = require("yourcall.keys")
local marks = require("yourcall.marks")
local sheet = require("yourcall.sheet")
local status = require("yourcall.status")

local M = {}

---@type integer|nil the buffer of the list
local list

---@type yourcall.Job|nil runs as long as there is a list or a sheet
local running

---@type table<string, yourcall.Line> what waits, by the ask's id
local asks = {}

---@type string[] the ids of what waits, oldest first, and as the list shows them
local order, shown = {}, {}

---@type string|nil what the list says below
local note

---@type boolean whether the command has named all that waits
local is_listed = false

---@type table<string, integer> the buffers of opened sheets, by the ask's id
local sheets = {}

---@param buf integer|nil
---@return boolean
local function is_loaded(buf)
  return buf ~= nil and vim.api.nvim_buf_is_loaded(buf)
end

---@return string
local function title()
  if #order > 0 then
    return ("%d waiting · <CR> opens"):format(#order)
  elseif not running then
    return "Not connected."
  end
  return is_listed and "Nothing waits for you." or "Connecting…"
end

local function show()
  if not is_loaded(list) then
    return
  end
  local lines = { title(), "" }
  for _, id in ipairs(order) do
    table.insert(lines, marks.row(asks[id]))
  end
  if note then
    vim.list_extend(lines, { "", note })
  end
  -- The cursor stays on its ask when others come and go; at first it is on the oldest.
  local held = {}
  for _, window in ipairs(vim.fn.win_findbuf(list)) do
    held[window] = shown[vim.api.nvim_win_get_cursor(window)[1] - 2] or (#shown == 0 and order[1]) or nil
  end
  buffer.set(list, 0, -1, lines)
  vim.bo[list].modified = false
  shown = vim.deepcopy(order)
  for window, id in pairs(held) do
    for index, other in ipairs(order) do
      if other == id then
        vim.api.nvim_win_set_cursor(window, { index + 2, 0 })
      end
    end
  end
end

---@param id string
local function remove(id)
  order = vim.tbl_filter(function(other)
    return other ~= id
  end, order)
  if asks[id] then
    asks[id] = nil
    status.remove(id)
  end
end

---@param line yourcall.Line
local function on_line(line)
  local buf = sheets[line.id or ""]
  if is_loaded(buf) then
    sheet.on_line(buf, line)
    if line.type == "ask_ended" then
      vim.bo[buf].modified = false
    elseif line.type == "ask_user_question" then
      -- The sheet is from an earlier job; it stays as the person left it.
      sheet.open(buf, running, line)
    end
  end
  if line.type == "ask_user_question" then
    asks[line.id] = line
    -- They come oldest first.
    table.insert(order, line.id)
    status.add(line.id)
    events.asked(line)
  elseif line.type == "deadline_changed" and asks[line.id] then
    asks[line.id].expiresAt = line.expiresAt
  elseif line.type == "ask_ended" then
    remove(line.id)
    events.ended(line)
  elseif line.type == "listed" then
    is_listed = true
    for id, opened in pairs(sheets) do
      if not asks[id] then
        local summary = "It ended while Neovim was not connected. yourcall log says how."
        local ended = { type = "ask_ended", id = id, outcome = { status = "cancelled" }, elsewhere = true, summary = summary }
        sheet.on_line(opened, ended)
        vim.bo[opened].modified = false
      end
    end
  elseif line.type == "link_changed" then
    note = line.link == "reconnecting" and "The hub does not answer. Trying again." or nil
  else
    return
  end
  show()
end

local function forget_all()
  for _, id in ipairs(vim.deepcopy(order)) do
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
  note, is_listed = nil, false
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
        note = ("The inbox ended (exit %d). %s :Yourcall inbox starts it again."):format(code, said)
        buffer.notify(note, vim.log.levels.ERROR)
        show()
      end
    end,
  })
  running = started
  if not started then
    note = why
    buffer.notify(why, vim.log.levels.ERROR)
  end
end

-- The hub counts the person as away 90 s after the last line.
local here_seconds = 30
local here_at = -here_seconds

---Ends the job, which tells the hub that the person has left; what waits keeps waiting.
function M.leave()
  local ended = running
  running, here_at = nil, -here_seconds
  if ended then
    forget_all()
    ended.leave()
  end
end

---The list or a sheet is gone; nobody may be left who follows the hub.
local function leave_unless_used()
  if not is_loaded(list) and next(sheets) == nil then
    M.leave()
  end
end

---@param buf integer
---@param act fun()
local function on_unload(buf, act)
  vim.api.nvim_create_autocmd("BufUnload", {
    buffer = buf,
    callback = function()
      act()
      leave_unless_used()
    end,
  })
end

---Whether this buffer is a sheet of the inbox.
---@param buf integer
---@return boolean
function M.is_sheet(buf)
  return vim.tbl_contains(vim.tbl_values(sheets), buf)
end

---Tells the hub that the person is using this buffer, so that their phone stays silent.
---@param buf integer
local function watch_person(buf)
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorMoved", "CursorMovedI", "FocusGained" }, {
    buffer = buf,
    callback = function()
      local now = vim.fn.localtime()
      -- A clock that was set back must not end this.
      if running and (now < here_at or now - here_at >= here_seconds) then
        here_at = now
        running.send({ type = "here" })
      end
    end,
  })
end

---@param line yourcall.Line
local function open_sheet(line)
  local known = sheets[line.id]
  if is_loaded(known) then
    return vim.api.nvim_win_set_buf(0, known)
  end
  local buf = inbox_sheet.open(line)
  sheets[line.id] = buf
  sheet.open(buf, running, line)
  watch_person(buf)
  on_unload(buf, function()
    sheet.forget(buf)
    sheets[line.id] = nil
  end)
end

---Shows the list in a window: the one that has it, this one if it shows a sheet of the inbox, or a new one.
---@param mods string
local function show_list(mods)
  local window = vim.fn.bufwinid(list)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  elseif mods == "" and M.is_sheet(vim.api.nvim_get_current_buf()) then
    vim.api.nvim_win_set_buf(0, list)
  elseif mods == "" and buffer.is_empty() then
    vim.cmd(("buffer %d"):format(list))
  else
    vim.cmd(("%s sbuffer %d"):format(mods, list))
  end
end

---Opens the list, or goes to it.
---@param mods string as in `:vertical Yourcall inbox`
function M.open(mods)
  if not is_loaded(list) then
    list, shown = vim.api.nvim_create_buf(true, false), {}
    buffer.name(list, "yourcall://inbox")
    vim.bo[list].buftype, vim.bo[list].bufhidden, vim.bo[list].swapfile = "nofile", "hide", false
    vim.bo[list].modifiable = false
    watch_person(list)
    keys.set(list, "yourcall-list", {
      { "n", "<CR>", "open", function()
        local line = asks[shown[vim.api.nvim_win_get_cursor(0)[1] - 2] or ""]
        if line then
          open_sheet(line)
        end
      end },
    })
    on_unload(list, function()
      list = nil
    end)
  end
  show_list(mods)
  -- Each ask is one line, however narrow the window is.
  vim.opt_local.wrap = false
  M.connect()
  show()
end

return M
