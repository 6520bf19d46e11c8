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
