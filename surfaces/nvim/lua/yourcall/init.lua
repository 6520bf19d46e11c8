local M = {}

---@class yourcall.Config
---@field command string[] the `yourcall` command
---@field agents table<string, string[]> agents that speak ACP, each with its command, for `:Yourcall chat NAME`

---@type yourcall.Config
M.config = { command = { "yourcall" }, agents = {} }

---Optional: everything works without it.
---@param config? { command?: string|string[], agents?: table<string, string[]> }
function M.setup(config)
  M.config = vim.tbl_extend("force", M.config, config or {})
  if type(M.config.command) == "string" then
    M.config.command = { M.config.command }
  end
end

---For a statusline: `2 waiting`, or nothing.
---@return string
function M.status()
  return require("yourcall.status").text()
end

---The question at the cursor, or the only one in the buffer, and the cursor's line, counted from 0.
---@return yourcall.Ask|nil ask, integer row
local function at_cursor()
  local asks = require("yourcall.asks")
  local buf, row = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1
  local open = asks.open_in(buf)
  local ask = asks.at(buf, row) or (#open == 1 and open[1] or nil)
  if not ask then
    require("yourcall.buffer").notify("Put the cursor on a question first.", vim.log.levels.WARN)
  end
  return ask, row
end

---@type table<string, fun(rest: string, mods: string)>
local commands = {
  chat = function(rest, mods)
    require("yourcall.chat").open(rest == "" and "loop" or rest, mods)
  end,
  inbox = function(_, mods)
    require("yourcall.inbox").open(mods)
  end,
  resume = function()
    local buf, inbox = vim.api.nvim_get_current_buf(), require("yourcall.inbox")
    if inbox.is_sheet(buf) then
      return inbox.connect()
    end
    require("yourcall.chat").resume(buf)
  end,
  stop = function()
    if not require("yourcall.chat").stop(vim.api.nvim_get_current_buf()) then
      require("yourcall.buffer").notify("No turn is running here.")
    end
  end,
  send = function()
    local ask = at_cursor()
    if ask then
      require("yourcall.sheet").send(ask)
    end
  end,
  decline = function(rest)
    local ask = at_cursor()
    if ask then
      require("yourcall.sheet").send(ask, { declined = rest == "" and true or { reason = rest } })
    end
  end,
  skip = function()
    local ask, row = at_cursor()
    if ask then
      require("yourcall.sheet").skip(ask, row)
    end
  end,
}

---Runs `:Yourcall …`.
---@param given { args: string, mods?: string } as `nvim_create_user_command` gives it
function M.command(given)
  local name, rest = given.args:match("^(%S*)%s*(.*)$")
  local act = commands[name == "" and "inbox" or name]
  if not act then
    local known = table.concat(vim.fn.sort(vim.tbl_keys(commands)), ", ")
    return require("yourcall.buffer").notify(("Unknown command %q. Known: %s."):format(name, known), vim.log.levels.WARN)
  end
  act(vim.trim(rest), given.mods or "")
end

---The agents that `:Yourcall chat` can open: those that the command knows, and those of `setup()`.
---@return string[]
local function agents()
  local args = vim.list_extend(vim.deepcopy(M.config.command), { "completion", "--words", "--", "agent", "--with", "" })
  local ok, kinds = pcall(vim.fn.systemlist, args)
  if not ok or vim.v.shell_error ~= 0 then
    kinds = {}
  end
  -- `acp` needs a command, which `setup()` gives a name.
  return vim.list_extend(
    vim.tbl_filter(function(kind)
      return kind ~= "acp"
    end, kinds),
    vim.tbl_keys(M.config.agents)
  )
end

---@param lead string the word before the cursor
---@param line string the whole command
---@return string[]
function M.complete(lead, line)
  local words = vim.split(line, "%s+")
  local choices = #words <= 2 and vim.tbl_keys(commands) or {}
  if #words == 3 and words[2] == "chat" then
    choices = agents()
  end
  table.sort(choices)
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, lead)
  end, choices)
end

-- A question outlives the editor: its job gets the line `leave`, which withdraws nothing.
vim.api.nvim_create_autocmd("VimLeavePre", {
  callback = function()
    require("yourcall.chat").leave_all()
    require("yourcall.inbox").leave()
  end,
})

return M
