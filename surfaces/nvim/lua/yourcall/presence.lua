-- Tells the hub that a person is using the inbox, so that their phone stays silent.

local M = {}

-- The hub counts the person as away 90 s after the last line.
local seconds = 30
local at = -seconds

---@param buf integer
---@param find_job fun(): yourcall.Job|nil
---@param on_unload fun()
function M.watch(buf, find_job, on_unload)
  local group = vim.api.nvim_create_augroup("yourcall-presence-" .. buf, {})
  local function on(events, act)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buf, callback = act })
  end
  on({ "BufEnter", "CursorMoved", "CursorMovedI", "FocusGained" }, function()
    local now, job = vim.fn.localtime(), find_job()
    -- A clock that was set back must not end this.
    if job and (now < at or now - at >= seconds) then
      at = now
      job.send({ type = "here" })
    end
  end)
  on("BufUnload", on_unload)
end

---The hub was told that the person has left.
function M.forget()
  at = -seconds
end

return M
