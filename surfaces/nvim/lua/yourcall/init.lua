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

---The lines that a command was given, counted from 1.
---@param given yourcall.Given
---@return integer[]|nil
local function range_of(given)
  return (given.range or 0) > 0 and { given.line1, given.line2 } or nil
end

---The lines of the range, for a message.
---@param given yourcall.Given
---@return (fun(cwd: string): string[])|nil
local function selection_of(given)
  local buf, range = vim.api.nvim_get_current_buf(), range_of(given)
  return range and function(cwd)
    return require("yourcall.additions").selection(buf, range[1], range[2], cwd)
  end
end

---@class yourcall.Given as `nvim_create_user_command` gives it
---@field args string
---@field mods? string
---@field bang? boolean
---@field range? integer
---@field line1? integer
---@field line2? integer

---@type table<string, fun(rest: string, given: yourcall.Given)>
local commands = {
  add = function(rest, given)
    require("yourcall.add").run(rest, range_of(given), selection_of(given))
  end,
  attach = function(rest)
    local ask, row = at_cursor()
    if ask and rest == "" then
      require("yourcall.buffer").notify("Name a picture: :Yourcall attach PATH.", vim.log.levels.WARN)
    elseif ask then
      require("yourcall.sheet").attach(ask, row, rest)
    end
  end,
  chat = function(rest, given)
    require("yourcall.chat").open(rest == "" and "loop" or rest, given.mods or "", selection_of(given))
  end,
  chats = function(_, given)
    require("yourcall.chats").open(given.mods or "")
  end,
  inbox = function(rest, given)
    require("yourcall.inbox").open(given.mods or "", rest)
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
  decline = function(rest, given)
    local ask = at_cursor()
    local function decline(reason)
      require("yourcall.sheet").send(ask, { declined = reason == "" and true or { reason = reason } })
    end
    if not ask then
      return
    elseif rest ~= "" or given.bang then
      return decline(rest)
    end
    vim.ui.input({ prompt = "Why? (may be empty) " }, function(reason)
      if reason then
        return decline(vim.trim(reason))
      end
      -- Neovim 0.7 does not tell an empty reason from <Esc>.
      require("yourcall.buffer").notify("Nothing was declined. :Yourcall! decline needs no reason.")
    end)
  end,
  skip = function()
    local ask, row = at_cursor()
    if ask then
      require("yourcall.sheet").skip(ask, row)
    end
  end,
}

---Runs `:Yourcall …`.
---@param given yourcall.Given
function M.command(given)
  local name, rest = given.args:match("^(%S*)%s*(.*)$")
  local act = commands[name == "" and "inbox" or name]
  if not act then
    local known = table.concat(vim.fn.sort(vim.tbl_keys(commands)), ", ")
    return require("yourcall.buffer").notify(("Unknown command %q. Known: %s."):format(name, known), vim.log.levels.WARN)
  end
  act(vim.trim(rest), given)
end

---The agents that `:Yourcall chat` can open: those that the command knows, and those of `setup()`.
---@return string[]
function M.agents()
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
  -- Without a range, a modifier or a bang before the subcommand.
  local words = vim.split(line:gsub("^.-Yourcall!?%s", "Yourcall "), "%s+")
  local choices = #words <= 2 and vim.tbl_keys(commands) or {}
  if #words == 3 and words[2] == "chat" then
    choices = M.agents()
  elseif words[2] == "attach" and #words > 2 then
    choices = vim.fn.getcompletion(lead, "file")
  elseif words[2] == "add" and #words > 2 then
    choices = #words == 3 and vim.deepcopy(require("yourcall.add").kinds) or vim.fn.getcompletion(lead, "file")
  end
  table.sort(choices)
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, lead)
  end, choices)
end

require("yourcall.highlights").define()
if vim.treesitter.language and vim.treesitter.language.register then
  vim.treesitter.language.register("markdown", { "yourcall", "yourcall-sheet" })
end

-- A question outlives the editor: its job gets the line `leave`, which withdraws nothing.
vim.api.nvim_create_autocmd("VimLeavePre", {
  callback = function()
    require("yourcall.chat").leave_all()
    require("yourcall.inbox").leave()
  end,
})

return M
