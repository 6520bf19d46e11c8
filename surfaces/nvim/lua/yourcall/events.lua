-- `User` autocommands: YourcallAsked, YourcallAnswered and YourcallEnded.

local M = {}

---@type table<string, "asked"|"ended"> what has been said about an ask, by its id: it may be in a chat and in the inbox
local said = {}

---@param name string
---@param data table
local function fire(name, data)
  local options = { pattern = name, modeline = false }
  -- Older versions refuse `data`.
  if vim.fn.has("nvim-0.8") == 1 then
    options.data = data
  end
  local ok, why = pcall(vim.api.nvim_exec_autocmds, "User", options)
  if not ok then
    vim.notify(("yourcall: %s: %s"):format(name, why), vim.log.levels.ERROR)
  end
end

---An ask waits for the person.
---@param line yourcall.Line
---@param buf? integer the chat that asks
function M.asked(line, buf)
  local id = line.askId or line.id
  if not said[id] then
    said[id] = "asked"
    local question = (line.questions or {})[1] or {}
    fire("YourcallAsked", { askId = id, header = question.header, question = question.question, buf = buf })
  end
end

---An ask has ended, here or on another screen.
---@param line yourcall.Line
function M.ended(line)
  local id = line.askId or line.id
  if said[id] == "asked" then
    said[id] = "ended"
    local how = line.outcome.status
    local data = { askId = id, status = how, summary = line.summary, elsewhere = line.elsewhere }
    fire(how == "answered" and "YourcallAnswered" or "YourcallEnded", data)
  end
end

---The turn of a chat has ended.
---@param buf integer
function M.turn_ended(buf)
  fire("YourcallEnded", { buf = buf })
end

return M
