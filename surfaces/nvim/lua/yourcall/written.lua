-- What writing a sheet's buffer means. Plugins that save on their own, 'autowrite' and :wall must not send it.

local buffer = require("yourcall.buffer")

local M = {}

---@type { buf: integer, tick: integer }|nil the buffer in which the person last gave a command that writes it
local typed

local writes = { write = true, wq = true, xit = true, exit = true, update = true }
local modifiers = { silent = true, confirm = true, keepalt = true, keepjumps = true, keepmarks = true, noautocmd = true }

---Whether the command line writes the buffer to its own name: not to a file or a program that it names.
---@param line string
---@return boolean
local function is_write(line)
  for _, command in ipairs(vim.split(line, "|", { plain = true })) do
    local name
    local rest = command:gsub("^[%s:%d,;.$%%'<>+-]+", "")
    repeat
      name, rest = rest:match("^(%a+)!?%s*(.*)$")
      name = name and vim.fn.fullcommand(name)
    until not modifiers[name or ""]
    if writes[name or ""] and rest == "" then
      return true
    end
  end
  return false
end

---Whether a callback (`c`) or an autocommand (`x`) presses the keys, and not a person. Neovim 0.7 cannot tell.
---@param what string
---@return boolean
local function is_script(what)
  return vim.fn.exists("*state") == 1 and vim.fn.state(what) ~= ""
end

---@param buf integer
local function mark(buf)
  typed = { buf = buf, tick = vim.api.nvim_buf_get_changedtick(buf) }
end

vim.api.nvim_create_autocmd("CmdlineLeave", {
  group = vim.api.nvim_create_augroup("yourcall-written", {}),
  pattern = ":",
  callback = function()
    typed = nil
    if not vim.v.event.abort and not is_script("c") and is_write(vim.fn.getcmdline()) then
      mark(vim.api.nvim_get_current_buf())
      -- If the command fails before it writes, no later write passes for it.
      vim.schedule(function()
        typed = nil
      end)
    end
  end,
})

---Runs what a key of the person's does. Writing this buffer then counts as `:w`.
---@param buf integer
---@param act fun()
local function press(buf, act)
  if not is_script("cx") then
    mark(buf)
  end
  local ok, why = pcall(act)
  typed = nil
  -- A sheet that was refused is still modified; the refusal has been shown.
  if not ok and not tostring(why):match("E37:") and not tostring(why):match("E162:") then
    vim.notify(tostring(why), vim.log.levels.ERROR)
  end
end

---What a mapping does, if that is to write: `<Cmd>…<CR>` has a command in it, of a function for `<C-s>` we assume it.
---@param map table as `nvim_get_keymap` gives it
---@return (fun())|nil
local function writing_act(map)
  local command, keys = (map.rhs or ""):match("^<[Cc][Mm][Dd]>(.-)<[Cc][Rr]>(.*)$")
  if command and is_write(command) then
    return function()
      vim.cmd(command)
      vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "n", false)
    end
  end
  return map.lhs:lower() == "<c-s>" and map.expr ~= 1 and map.callback or nil
end

---Makes `ZZ` and the person's own mappings for writing send the sheet, as a typed `:w` does. A mapping such as `:w<CR>` needs
---nothing: it types the command.
---@param buf integer
function M.map(buf)
  vim.keymap.set("n", "ZZ", function()
    press(buf, function()
      vim.cmd("xit")
    end)
  end, { buffer = buf, desc = "yourcall: send and close" })
  for _, mode in ipairs({ "n", "i", "x" }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      local act = writing_act(map)
      if act then
        vim.keymap.set(mode, map.lhs, function()
          press(buf, act)
        end, { buffer = buf, desc = "yourcall: send" })
      end
    end
  end
end

---Whether the person typed the command that is writing this buffer now, and changed nothing since. True only once.
---@param buf integer
---@return boolean
function M.by_person(buf)
  local given = typed
  typed = nil
  return given ~= nil and given.buf == buf and given.tick == vim.api.nvim_buf_get_changedtick(buf)
end

---`:w FILE` in a sheet: that is a copy to keep, not an answer.
---@param buf integer
---@param file string
function M.save_copy(buf, file)
  local name, kind = vim.fn.fnamemodify(file, ":~:."), vim.fn.getftype(file)
  local text
  -- Older versions of Neovim do not check this for a buffer that handles its own writes.
  if kind == "link" then
    text = ("Nothing was written: %s is a link."):format(name)
  elseif kind ~= "" and vim.v.cmdbang == 0 then
    text = ("Nothing was written: %s exists. :w! replaces it."):format(name)
  else
    local ok, why = pcall(vim.fn.writefile, vim.api.nvim_buf_get_lines(buf, 0, -1, false), file)
    text = ok and ("Nothing was sent. A copy is in %s."):format(name) or why
  end
  buffer.notify(text, vim.log.levels.WARN)
end

return M
