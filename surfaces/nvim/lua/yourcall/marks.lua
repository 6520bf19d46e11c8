-- What a sheet shows that is not text: how far each question is, and the mistakes.

local M = {}

local progress_space = vim.api.nvim_create_namespace("yourcall-progress")
local fault_space = vim.api.nvim_create_namespace("yourcall-errors")

---@type table<integer, table<string, yourcall.Fault[]>> the mistakes shown, by buffer and by the ask's id
local shown = {}

---@param buf integer
---@param line integer counted from 1, perhaps of a text that was longer
---@return integer row counted from 0
local function to_row(buf, line)
  return math.min(line, vim.api.nvim_buf_line_count(buf)) - 1
end

---Takes away what is shown about an ask's progress.
---@param ask yourcall.Ask
function M.clear_progress(ask)
  for _, mark in ipairs(ask.marks) do
    pcall(vim.api.nvim_buf_del_extmark, ask.buf, progress_space, mark)
  end
  ask.marks = {}
end

---Says below each heading what would be sent.
---@param ask yourcall.Ask
---@param progress yourcall.Progress[]
function M.show_progress(ask, progress)
  M.clear_progress(ask)
  for _, one in ipairs(progress) do
    local group = one.text:match("✔$") and "DiagnosticHint" or "DiagnosticInfo"
    local options = { virt_lines = { { { "   " .. one.text, group } } } }
    table.insert(ask.marks, vim.api.nvim_buf_set_extmark(ask.buf, progress_space, to_row(ask.buf, one.line), 0, options))
  end
end

---Shows the mistakes of an ask's sheet as diagnostics; those of other sheets in the buffer stay.
---@param ask yourcall.Ask
---@param faults yourcall.Fault[]
function M.show_faults(ask, faults)
  local buf = ask.buf
  shown[buf] = shown[buf] or {}
  shown[buf][ask.askId] = faults
  local diagnostics = {}
  for _, of_ask in pairs(shown[buf]) do
    for _, fault in ipairs(of_ask) do
      table.insert(diagnostics, {
        lnum = to_row(buf, fault.line),
        col = 0,
        message = fault.message,
        severity = vim.diagnostic.severity.ERROR,
        source = "yourcall",
      })
    end
  end
  vim.diagnostic.set(fault_space, buf, diagnostics)
end

---@param buf integer
function M.forget(buf)
  shown[buf] = nil
end

return M
