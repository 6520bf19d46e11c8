-- The highlight groups. A colorscheme or the person may set any of them.

local M = {}

local links = {
  YourcallYou = "Title",
  YourcallAgent = "Title",
  YourcallTitle = "Title",
  YourcallDetail = "Comment",
  -- Below a heading: what is still to do, what would be sent, and until when.
  YourcallOpen = "DiagnosticInfo",
  YourcallReady = "DiagnosticHint",
  YourcallExpiry = "DiagnosticInfo",
  YourcallFault = "DiagnosticError",
  YourcallAnswered = "DiagnosticHint",
  YourcallEnded = "Comment",
  YourcallWaiting = "DiagnosticWarn",
  -- Lines of a change that is to be allowed.
  YourcallAdded = vim.fn.has("nvim-0.10") == 1 and "Added" or "DiffAdd",
  YourcallRemoved = vim.fn.has("nvim-0.10") == 1 and "Removed" or "DiffDelete",
}

function M.define()
  for group, link in pairs(links) do
    vim.cmd(("highlight default link %s %s"):format(group, link))
  end
end

return M
