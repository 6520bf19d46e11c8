-- Comments, lists and `gf` as in markdown, without what plugins do with files of that type.
vim.cmd("runtime! ftplugin/markdown.vim")
-- What cannot be read in full cannot be allowed.
vim.opt_local.wrap, vim.opt_local.linebreak, vim.opt_local.breakindent = true, true, true
