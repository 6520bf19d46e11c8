-- The highlight groups. A colorscheme or the person may set any of them.

local M = {}

-- Before Neovim 0.10, hints are light gray, on a white background, too.
local is_new = vim.fn.has("nvim-0.10") == 1
local info, good = is_new and "DiagnosticInfo" or "Directory", is_new and "DiagnosticHint" or "MoreMsg"

local links = {
  YourcallYou = "Title",
  YourcallAgent = "Title",
  YourcallTitle = "Title",
  YourcallDetail = "Comment",
  -- Below a heading: what is still to do, what would be sent, and until when.
  YourcallOpen = info,
  YourcallReady = good,
  YourcallExpiry = info,
  YourcallFault = "DiagnosticError",
  YourcallAnswered = good,
  YourcallEnded = "Comment",
  YourcallWaiting = "DiagnosticWarn",
  -- Lines of a change that is to be allowed.
  YourcallAdded = is_new and "Added" or "DiffAdd",
  YourcallRemoved = is_new and "Removed" or "DiffDelete",
}

function M.define()
  for group, link in pairs(links) do
    vim.cmd(("highlight default link %s %s"):format(group, link))
  end
end

return M
