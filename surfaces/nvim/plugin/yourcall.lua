if vim.g.loaded_yourcall then
  return
end
vim.g.loaded_yourcall = true

vim.api.nvim_create_user_command("Yourcall", function(given)
  require("yourcall").command(given)
end, {
  nargs = "*",
  desc = "Answer coding agents by deleting lines",
  complete = function(lead, line)
    return require("yourcall").complete(lead, line)
  end,
})

-- A saved chat is a chat again when it is opened: <CR> continues it.
vim.api.nvim_create_autocmd("BufReadPost", {
  group = vim.api.nvim_create_augroup("yourcall", {}),
  pattern = "*.md",
  callback = function(given)
    local first = vim.api.nvim_buf_get_lines(given.buf, 0, 1, false)[1] or ""
    if first:match("^<!%-%- yourcall%-chat · ") then
      require("yourcall.chat").adopt(given.buf)
    end
  end,
})
