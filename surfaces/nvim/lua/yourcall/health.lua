-- `:checkhealth yourcall`. Before Neovim 0.8, the report functions are in a separate module.

local M = {}

---@return { start: fun(name: string), ok: fun(message: string), error: fun(message: string, advice?: string[]) }
local function reports()
  local health = vim.health or require("health")
  return {
    start = health.start or health.report_start,
    ok = health.ok or health.report_ok,
    error = health.error or health.report_error,
  }
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
  local command = require("yourcall").config.command
  if vim.fn.executable(command[1]) ~= 1 then
    report.error(("%s was not found"):format(command[1]), { "npm install -g yourcall", "or set command in setup()" })
    return
  end
  local said = vim.fn.system(vim.list_extend(vim.deepcopy(command), { "--version" }))
  if vim.v.shell_error == 0 then
    report.ok(("%s %s"):format(command[1], vim.trim(said)))
  else
    report.error(("%s --version failed: %s"):format(command[1], vim.trim(said)))
  end
end

return M
