-- Everything that waits at the hub, from all agents: a list, and each ask as a sheet in a buffer of its own.

local buffer = require("yourcall.buffer")
local job = require("yourcall.job")
local sheet = require("yourcall.sheet")
local status = require("yourcall.status")

local M = {}

---@class yourcall.Inbox
---@field buf integer
---@field job yourcall.Job|nil
---@field order string[] the ids of the asks, oldest first
---@field asks table<string, yourcall.Line>
---@field shown string[]|nil the ids as the list shows them
---@field note string|nil

---@type yourcall.Inbox|nil
local inbox

---@type table<string, integer> the buffers of opened sheets, by the ask's id
local sheets = {}

---@param line yourcall.Line
---@return string
local function row_text(line)
  local question = line.questions[1] or {}
  local more = #line.questions > 1 and (" +%d"):format(#line.questions - 1) or ""
  local agent = line.agent or {}
  local from = agent.title and ("%s · %s"):format(agent.name, agent.title) or agent.name or ""
  local text = ("%s%s  %s  (%s)"):format(question.header or "Question", more, question.question or "", from)
  return (text:gsub("%c+", " "))
end

local function show()
  if not inbox or not vim.api.nvim_buf_is_valid(inbox.buf) then
    return
  end
  local lines = { #inbox.order == 0 and "Nothing waits for you." or ("%d waiting · <CR> opens"):format(#inbox.order), "" }
  for _, id in ipairs(inbox.order) do
    table.insert(lines, row_text(inbox.asks[id]))
  end
  if inbox.note then
    vim.list_extend(lines, { "", inbox.note })
  end
  -- The cursor stays on its ask, whatever comes or goes above it.
  local held = {}
  for _, window in ipairs(vim.fn.win_findbuf(inbox.buf)) do
    held[window] = (inbox.shown or {})[vim.api.nvim_win_get_cursor(window)[1] - 2]
  end
  buffer.set(inbox.buf, 0, -1, lines)
  vim.bo[inbox.buf].modified = false
  inbox.shown = vim.deepcopy(inbox.order)
  for window, id in pairs(held) do
    for index, other in ipairs(inbox.order) do
      if other == id then
        vim.api.nvim_win_set_cursor(window, { index + 2, 0 })
      end
    end
  end
end

---@param id string
local function remove(id)
  inbox.order = vim.tbl_filter(function(other)
    return other ~= id
  end, inbox.order)
  if inbox.asks[id] then
    inbox.asks[id] = nil
    status.remove(id)
  end
end

---@param line yourcall.Line
local function on_line(line)
  local buf = sheets[line.id or ""]
  if buf and vim.api.nvim_buf_is_valid(buf) then
    sheet.on_line(buf, line)
    if line.type == "ask_ended" then
      vim.bo[buf].modified = false
    end
  end
  if line.type == "ask_user_question" then
    inbox.asks[line.id] = line
    table.insert(inbox.order, line.id)
    status.add(line.id)
  elseif line.type == "ask_ended" then
    remove(line.id)
  elseif line.type == "link_changed" then
    inbox.note = line.link == "reconnecting" and "The hub does not answer. Trying again." or nil
  else
    return
  end
  show()
end

local function start()
  local started, why = job.start({
    args = { "inbox", "--json" },
    on_line = function(line)
      if inbox then
        on_line(line)
      end
    end,
    on_exit = function(code, said)
      if not inbox then
        return
      end
      inbox.job = nil
      for id, buf in pairs(sheets) do
        if vim.api.nvim_buf_is_valid(buf) then
          sheet.detach(buf)
        end
        sheets[id] = nil
      end
      for _, id in ipairs(vim.deepcopy(inbox.order)) do
        remove(id)
      end
      inbox.note = ("The inbox ended (exit %d). %s :Yourcall inbox starts it again."):format(code, said)
      show()
    end,
  })
  if not started then
    buffer.notify(why, vim.log.levels.ERROR)
  end
  inbox.job = started
end

---Opens an ask as a sheet that :w or <CR> sends.
---@param line yourcall.Line
local function open_sheet(line)
  local known = sheets[line.id]
  if known and vim.api.nvim_buf_is_valid(known) then
    return vim.api.nvim_win_set_buf(0, known)
  end
  local buf = vim.api.nvim_create_buf(true, false)
  vim.api.nvim_buf_set_name(buf, "yourcall://" .. line.id)
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = "acwrite", "hide", false
  buffer.set(buf, 0, -1, vim.split(vim.trim(line.sheet), "\n", { plain = true }))
  vim.bo[buf].filetype, vim.bo[buf].modified = "markdown", false
  sheets[line.id] = buf
  vim.api.nvim_win_set_buf(0, buf)
  local ask = sheet.open(buf, inbox.job, line)
  local function send()
    sheet.send(ask)
  end
  vim.keymap.set("n", "<CR>", send, { buffer = buf, desc = "yourcall: send" })
  vim.api.nvim_create_autocmd("BufWriteCmd", {
    buffer = buf,
    callback = function()
      send()
      -- So that :wq quits once it was sent, and stays if it was refused.
      vim.wait(5000, function()
        return ask.state ~= "sending"
      end, 10)
    end,
  })
  vim.api.nvim_create_autocmd({ "TextChanged", "TextChangedI" }, {
    buffer = buf,
    callback = function()
      sheet.check_soon(buf)
    end,
  })
  vim.api.nvim_create_autocmd("BufUnload", {
    buffer = buf,
    callback = function()
      sheet.forget(buf)
      sheets[line.id] = nil
    end,
  })
end

---Opens the list, or goes to it.
---@param mods string as in `:vertical Yourcall inbox`
function M.open(mods)
  if inbox and vim.api.nvim_buf_is_valid(inbox.buf) then
    vim.cmd(("%s sbuffer %d"):format(mods, inbox.buf))
  else
    local buf = buffer.new(mods)
    inbox = { buf = buf, order = {}, asks = {} }
    vim.api.nvim_buf_set_name(buf, "yourcall://inbox")
    vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = "nofile", "hide", false
    vim.bo[buf].modifiable = false
    vim.keymap.set("n", "<CR>", function()
      local line = inbox.asks[(inbox.shown or {})[vim.api.nvim_win_get_cursor(0)[1] - 2] or ""]
      if line then
        open_sheet(line)
      end
    end, { buffer = buf, desc = "yourcall: open" })
    vim.api.nvim_create_autocmd("BufUnload", { buffer = buf, callback = M.leave })
  end
  if not inbox.job then
    inbox.note = nil
    start()
  end
  show()
end

---Ends the job; what waits keeps waiting.
function M.leave()
  local ended = inbox
  inbox = nil
  if ended and ended.job then
    for id in pairs(ended.asks) do
      status.remove(id)
    end
    ended.job.leave()
  end
end

return M
