-- Comments, lists and `gf` as in markdown, without what plugins do with files of that type.
vim.cmd("runtime! ftplugin/markdown.vim")
