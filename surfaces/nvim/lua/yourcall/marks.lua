-- What a sheet shows in addition to its text: the progress of each question, and mistakes.

local M = {}

---Each ask has a namespace, so that the marks of other sheets in the buffer stay.
---@param ask yourcall.Ask
---@return integer
local function space_of(ask)
  return vim.api.nvim_create_namespace("yourcall-" .. ask.askId)
end

---@param buf integer
---@param line integer counted from 1, perhaps of a text that was longer
---@return integer row counted from 0
local function to_row(buf, line)
  return math.min(line, vim.api.nvim_buf_line_count(buf)) - 1
end

---Says below each heading what would be sent, in place of what was said before.
---@param ask yourcall.Ask
---@param progress yourcall.Progress[]
function M.show_progress(ask, progress)
  vim.api.nvim_buf_clear_namespace(ask.buf, space_of(ask), 0, -1)
  for _, one in ipairs(progress) do
    local group = one.text:match("✔$") and "DiagnosticHint" or "DiagnosticInfo"
    local options = { virt_lines = { { { "   " .. one.text, group } } } }
    vim.api.nvim_buf_set_extmark(ask.buf, space_of(ask), to_row(ask.buf, one.line), 0, options)
  end
end

---Shows the mistakes of an ask's sheet as diagnostics.
---@param ask yourcall.Ask
---@param faults yourcall.Fault[]
function M.show_faults(ask, faults)
  local diagnostics = vim.tbl_map(function(fault)
    return {
      lnum = to_row(ask.buf, fault.line),
      col = 0,
      message = fault.message,
      severity = vim.diagnostic.severity.ERROR,
      source = "yourcall",
    }
  end, faults)
  vim.diagnostic.set(space_of(ask), ask.buf, diagnostics)
end

return M
