-- The list of the inbox: what waits, in the order of every screen. The command says what is in it.

local buffer = require("yourcall.buffer")
local keys = require("yourcall.keys")
local marks = require("yourcall.marks")

local M = {}

M.name = "yourcall://inbox"

---@type integer|nil
local list

---@type string[] the ids of the asks in its rows
local shown = {}

---@type string what it is narrowed down to
local filter = ""

---@return integer|nil buf the buffer of the list, if there is one
function M.buf()
  return list ~= nil and vim.api.nvim_buf_is_loaded(list) and list or nil
end

---The buffer of the list is being unloaded; during BufUnload Neovim still counts it as loaded.
function M.forget()
  list = nil
end

---@class yourcall.Inbox what the list shows
---@field asks table<string, yourcall.Line> what waits, by the ask's id
---@field ids string[] what the list is to show, in its order
---@field pending integer how many wait
---@field filter string
---@field next table<string, string> of asks that have ended, the one to go on with
---@field is_listed boolean whether the command has named all that waits
---@field is_connected boolean
---@field note string|nil what the list says below

---@param inbox yourcall.Inbox
---@return string
local function title(inbox)
  if inbox.filter ~= "" then
    return ("%d of %d waiting have “%s” · F shows all, <CR> opens"):format(#inbox.ids, inbox.pending, inbox.filter)
  elseif #inbox.ids > 0 then
    return ("%d waiting · <CR> opens"):format(#inbox.ids)
  elseif not inbox.is_connected then
    return "Not connected."
  end
  return inbox.is_listed and "Nothing waits for you." or "Connecting…"
end

---Where an ask is in the list; for one that has ended, where the next one is.
---@param inbox yourcall.Inbox
---@param id string|nil
---@return integer|nil
function M.index_of(inbox, id)
  local passed = {}
  while id and not passed[id] do
    for index, other in ipairs(inbox.ids) do
      if other == id then
        return index
      end
    end
    passed[id], id = true, inbox.next[id]
  end
end

---@param window integer
---@return string|nil id of the ask under its cursor
local function under_cursor(window)
  return shown[vim.api.nvim_win_get_cursor(window)[1] - 2]
end

---@param inbox yourcall.Inbox
function M.show(inbox)
  if not M.buf() then
    return
  end
  local lines = { title(inbox), "" }
  for _, id in ipairs(inbox.ids) do
    table.insert(lines, marks.row(inbox.asks[id]))
  end
  if inbox.note then
    vim.list_extend(lines, { "", inbox.note })
  end
  -- The cursor stays on its ask when others come and go; at first it is on the oldest.
  local held = {}
  for _, window in ipairs(vim.fn.win_findbuf(list)) do
    held[window] = under_cursor(window) or (#shown == 0 and inbox.ids[1]) or nil
  end
  buffer.set(list, 0, -1, lines)
  vim.bo[list].modified = false
  shown, filter = inbox.ids, inbox.filter
  for window, id in pairs(held) do
    local index = M.index_of(inbox, id)
    if index then
      vim.api.nvim_win_set_cursor(window, { index + 2, 0 })
    end
  end
end

---@param window integer
function M.show_in(window)
  if vim.api.nvim_win_get_buf(window) ~= list then
    vim.api.nvim_win_set_buf(window, list)
  end
  -- Each ask is one line, however narrow the window is.
  vim.api.nvim_win_call(window, function()
    vim.opt_local.wrap = false
  end)
end

---Shows the list in a window: the one that has it, this one if it shows a sheet of the inbox, or a new one.
---@param buf integer the list
---@param mods string as in `:vertical Yourcall inbox`
---@param from_sheet boolean whether this window shows a sheet of the inbox
function M.go_to(buf, mods, from_sheet)
  local window = vim.fn.bufwinid(buf)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  elseif mods ~= "" or not (from_sheet or buffer.is_empty()) then
    vim.cmd(("%s sbuffer %d"):format(mods, buf))
  end
  M.show_in(vim.api.nvim_get_current_win())
end

---Makes a buffer the list.
---@param buf integer
---@param open fun(id: string)
---@param narrow fun(words: string) shows only asks with these words
function M.make(buf, open, narrow)
  list, shown = buf, {}
  buffer.name(list, M.name)
  vim.bo[list].buftype, vim.bo[list].bufhidden, vim.bo[list].swapfile = "nofile", "hide", false
  vim.bo[list].modifiable = false
  keys.set(list, "yourcall-list", {
    { "n", "<CR>", "open", function()
      local id = under_cursor(0)
      if id then
        open(id)
      end
    end },
    { "n", "f", "filter: show only the asks that have these words", function()
      vim.ui.input({ prompt = "Only asks with these words: ", default = filter }, function(words)
        if words then
          narrow(words)
        end
      end)
    end },
    -- Neovim 0.7 takes an empty reply to `f` for <Esc>.
    { "n", "F", "show all asks again", function()
      narrow("")
    end },
  })
end

return M
