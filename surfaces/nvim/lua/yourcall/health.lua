-- `:checkhealth yourcall`. Before Neovim 0.8, the report functions are in a separate module.

local M = {}

-- The command and the plugin are released together.
local version = "0.1.0"

---@return { start: fun(name: string), ok: fun(message: string), info: fun(message: string), warn: fun(message: string, advice?: string[]), error: fun(message: string, advice?: string[]) }
local function reports()
  local health = vim.health or require("health")
  return {
    start = health.start or health.report_start,
    ok = health.ok or health.report_ok,
    info = health.info or health.report_info,
    warn = health.warn or health.report_warn,
    error = health.error or health.report_error,
  }
end

---Runs the command without input.
---@param args string[]
---@return boolean ok, string said
local function run(args)
  local command = vim.list_extend(vim.deepcopy(require("yourcall").config.command), args)
  local started, said = pcall(vim.fn.system, command, "")
  return started and vim.v.shell_error == 0, vim.trim(tostring(said))
end

---@param report table
---@return boolean whether the command works
local function check_command(report)
  local name = require("yourcall").config.command[1]
  if vim.fn.executable(name) ~= 1 then
    report.error(("%s was not found"):format(name), { "npm install -g yourcall", "or set command in setup()" })
    return false
  end
  local ok, said = run({ "--version" })
  if not ok then
    report.error(("%s --version failed: %s"):format(name, said))
    return false
  end
  report.ok(("command: %s, version %s"):format(table.concat(require("yourcall").config.command, " "), said))
  if said:match("%d+%.%d+") == version:match("%d+%.%d+") then
    report.ok(("version: the plugin is %s, too"):format(version))
  else
    report.warn(("version: the plugin is %s and the command %s"):format(version, said), { "Update the older one." })
  end
  return true
end

---@param report table
local function check_hub(report)
  -- Without a hub it ends with 1, and the text is the same JSON.
  local _, said = run({ "status", "--json" })
  local ok, status = pcall(vim.json.decode, said)
  if not ok or type(status) ~= "table" or status.running == nil then
    report.error(("hub: %s"):format(said), { "yourcall doctor says more" })
  elseif status.running then
    report.ok(("hub: running at %s"):format(status.url or status.directory))
  else
    report.ok("hub: none is running; the first question starts it")
  end
end

---@param report table
local function check_agents(report)
  local yourcall, found = require("yourcall"), 0
  local function check(name, is_there, missing)
    if is_there then
      found = found + 1
      report.ok(("agent: %s"):format(name))
    else
      report.info(("agent: %s cannot be started: %s"):format(name, missing))
    end
  end
  for _, name in ipairs(yourcall.agents()) do
    local program = (yourcall.config.agents[name] or { name })[1]
    if name == "loop" then
      local ok, said = run({ "agent", "--json" })
      local decoded, line = pcall(vim.json.decode, said)
      check("loop", ok, decoded and line.message and line.message:match("^[^\n]-%.") or said)
    else
      check(name, vim.fn.executable(program) == 1, ("%s was not found"):format(program))
    end
  end
  if found == 0 then
    local advice = { "npm install -g @anthropic-ai/claude-code", "or set the key of a model, such as ANTHROPIC_API_KEY" }
    report.warn("agent: :Yourcall chat needs one; the inbox works without", advice)
  end
end

---Called by `:checkhealth yourcall`.
function M.check()
  local report = reports()
  report.start("yourcall")
  if vim.fn.has("nvim-0.7") == 1 then
    report.ok("Neovim 0.7 or newer")
  else
    report.error("Neovim 0.7 or newer is needed")
  end
  if check_command(report) then
    check_hub(report)
    check_agents(report)
  end
end

return M
