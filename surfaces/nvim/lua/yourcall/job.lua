-- The `yourcall` command as a job: one JSON object per line, both ways.

---@class yourcall.Job
---@field id integer Neovim's job id
---@field ended boolean
---@field send fun(line: table): string|nil Returns why it could not be sent.
---@field leave fun() Ends the command; its questions keep waiting.

---A line from the command; `type` says which of the fields it has. docs/agents/json-lines.md describes them.
---@class yourcall.Line
---@field type string
---@field id? string
---@field askId? string
---@field runId? string
---@field text? string
---@field name? string
---@field input? any
---@field result? { text: string, isError: boolean }
---@field kind? "question"|"approval"
---@field questions? { question: string, header?: string }[]
---@field headline? { name: string, text: string } only from the inbox
---@field agent? { name: string, title?: string, cwd?: string }
---@field sheet? string
---@field expiresAt? string in UTC, as `2026-11-17T14:31:00.000Z`
---@field progress? yourcall.Progress[]
---@field errors? yourcall.Fault[]
---@field outcome? { status: "answered"|"declined"|"cancelled"|"expired" }
---@field elsewhere? boolean
---@field summary? string
---@field message? string
---@field ended? boolean
---@field link? "live"|"reconnecting"
---@field shown? string[] the ids of what the list of the inbox shows
---@field pending? integer
---@field filter? string
---@field next? string the id of the ask to go on with
---@field go_on? string how to go on, which is added here

---@class yourcall.Progress
---@field line integer of the question's heading, counted from 1
---@field text string such as `2 left, keep one`

---@class yourcall.Fault
---@field line integer counted from 1
---@field message string

local M = {}

-- The command ignores lines that are longer than this.
local longest = 4000000

---@param options { args: string[], cwd?: string, on_line: fun(line: yourcall.Line), on_exit: fun(code: integer, said: string) }
---@return yourcall.Job|nil, string|nil
function M.start(options)
  local command = vim.list_extend(vim.deepcopy(require("yourcall").config.command), options.args)
  local rest, said = "", {}
  local job = { ended = false }

  ---@param text string
  local function take(text)
    if text == "" then
      return
    end
    local ok, line = pcall(vim.json.decode, text, { luanil = { object = true, array = true } })
    if ok and type(line) == "table" then
      -- An error in one line must not lose the next one, which may be a question.
      local fine, why = pcall(options.on_line, line)
      if not fine then
        vim.notify(("yourcall: %s: %s"):format(line.type, why), vim.log.levels.ERROR)
      end
    end
  end

  local ok, id = pcall(vim.fn.jobstart, command, {
    cwd = options.cwd,
    on_stdout = function(_, data)
      -- The last item is the start of a line whose rest has not arrived yet.
      data[1] = rest .. data[1]
      rest = table.remove(data)
      for _, text in ipairs(data) do
        take(text)
      end
    end,
    on_stderr = function(_, data)
      for _, text in ipairs(data) do
        if text ~= "" then
          table.insert(said, text)
        end
      end
    end,
    on_exit = function(_, code)
      job.ended = true
      options.on_exit(code, table.concat(said, " "))
    end,
  })
  if not ok or id <= 0 then
    return nil, ("%s could not be started. See :checkhealth yourcall."):format(command[1])
  end
  job.id = id

  function job.send(line)
    local text = vim.json.encode(line)
    if #text > longest then
      return "This chat is too long to send. Move old text elsewhere."
    end
    if job.ended or not pcall(vim.fn.chansend, id, text .. "\n") then
      return "Its job has ended; nothing was sent. Try :Yourcall resume."
    end
  end

  function job.leave()
    job.send({ type = "leave" })
  end

  return job
end

return M
