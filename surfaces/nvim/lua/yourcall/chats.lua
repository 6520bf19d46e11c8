-- Where chats are kept, and the list of them. They are files of the person's, outside of the folders that agents work in.

local additions = require("yourcall.additions")
local asks = require("yourcall.asks")
local buffer = require("yourcall.buffer")
local keys = require("yourcall.keys")

local M = {}

-- Of so many chats, the newest, the list shows.
local most = 200

---@return string
function M.directory()
  local ok, state = pcall(vim.fn.stdpath, "state")
  -- Before Neovim 0.8 there is no such path.
  if not ok then
    state = (vim.env.XDG_STATE_HOME or vim.fn.expand("~/.local/state")) .. "/nvim"
  end
  return state .. "/yourcall/chats"
end

---A name for the file of a new chat, in a directory that others on this machine cannot read.
---@param cwd string where its agent works
---@return string
function M.new_file(cwd)
  pcall(vim.fn.mkdir, M.directory(), "p", tonumber("700", 8))
  local project = vim.fn.fnamemodify(cwd, ":t"):gsub("[^%w._-]+", "-"):sub(1, 40)
  local stem = ("%s/%s-%s"):format(M.directory(), project == "" and "chat" or project, os.date("%Y%m%d-%H%M%S"))
  local number = 1
  local function file()
    return ("%s-%d.md"):format(stem, number)
  end
  while vim.fn.bufexists(file()) == 1 or vim.fn.filereadable(file()) == 1 do
    number = number + 1
  end
  return file()
end

---Writes a chat to its file, so that neither `:q!` nor a crash loses it. One that the person saved elsewhere with `:saveas` is
---theirs to write.
---@param chat yourcall.Chat
function M.save(chat)
  -- Neovim resolves links in the names of buffers.
  local place = vim.loop.fs_realpath(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(chat.buf), ":h"))
  local is_kept = place ~= nil and place == vim.loop.fs_realpath(M.directory())
  if not chat.run or not vim.bo[chat.buf].modified or not is_kept then
    return
  end
  local ok, why = pcall(vim.api.nvim_buf_call, chat.buf, function()
    vim.cmd("silent noautocmd keepalt lockmarks write!")
  end)
  if not ok and not chat.unsaved then
    chat.unsaved = true
    buffer.notify(("This chat cannot be kept: %s"):format(why), vim.log.levels.WARN)
  end
end

---The person's first words, without what they added from other buffers; if there are none, the title of that.
---@param lines string[]
---@return string
local function first_words(lines)
  local title, fence, is_added = "", nil, false
  for index = 3, #lines do
    local line = vim.trim(lines[index])
    local edge = line:match("^```+")
    if fence then
      fence = not (edge == line and #edge >= #fence) and fence or nil
    elseif additions.is_title(line) then
      title, is_added = title == "" and line or title, true
    elseif is_added and edge then
      fence = edge
    elseif line ~= "" and line ~= "# You" and not (is_added and (line:match("^%- ") or lines[index]:match("^    "))) then
      return line:match("^# ") and title ~= "" and title or line
    end
  end
  return title
end

---@param file string
---@return string row
local function describe(file)
  local lines = vim.fn.readfile(file, "", 400)
  local agent, cwd = (lines[1] or ""):match("^<!%-%- yourcall%-chat · (.-) · (.*) %-%->$")
  local message = first_words(lines)
  local buf = vim.fn.bufexists(file) == 1 and vim.fn.bufnr(vim.fn.fnameescape(file)) or -1
  local open = #asks.open_in(buf)
  local waiting = open > 0 and ("  · %d waiting"):format(open) or ""
  local at = os.date("%d %b %H:%M", vim.fn.getftime(file))
  return ("%s  %s  %s  %s%s"):format(at, cwd or "", agent or "", vim.fn.strcharpart(message, 0, 80), waiting)
end

---@return string[] files the newest first, and how many there are in all
---@return integer
local function kept()
  local files = vim.tbl_filter(function(file)
    return vim.fn.filereadable(file) == 1
  end, vim.fn.glob(vim.fn.fnameescape(M.directory()) .. "/*.md", true, true))
  local times = {}
  for _, file in ipairs(files) do
    times[file] = vim.fn.getftime(file)
  end
  table.sort(files, function(one, other)
    return times[one] == times[other] and one > other or times[one] > times[other]
  end)
  return vim.list_slice(files, 1, most), #files
end

---Makes a buffer the list of chats, the newest first.
---@param buf integer
function M.fill(buf)
  local files, count = kept()
  local lines = { count == 0 and "No chats yet. :Yourcall chat starts one." or ("%d kept · <CR> opens"):format(count), "" }
  vim.list_extend(lines, vim.tbl_map(describe, files))
  if count > #files then
    vim.list_extend(lines, { "", ("Older ones are in %s"):format(vim.fn.fnamemodify(M.directory(), ":~")) })
  end
  buffer.name(buf, "yourcall://chats")
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = "nofile", "wipe", false
  buffer.set(buf, 0, -1, lines)
  vim.bo[buf].modified, vim.bo[buf].modifiable = false, false
  keys.set(buf, "yourcall-list", {
    { "n", "<CR>", "open", function()
      local file = files[vim.api.nvim_win_get_cursor(0)[1] - 2]
      if file then
        vim.cmd("edit " .. vim.fn.fnameescape(file))
        vim.cmd("normal! G")
      end
    end },
  })
end

---Opens the list of chats.
---@param mods string as in `:vertical Yourcall chats`
function M.open(mods)
  vim.cmd(mods == "" and buffer.is_empty() and "enew" or mods .. " new")
  local buf = vim.api.nvim_get_current_buf()
  M.fill(buf)
  vim.api.nvim_win_set_cursor(0, { math.min(3, vim.api.nvim_buf_line_count(buf)), 0 })
end

return M
