if vim.g.loaded_yourcall then
  return
end
vim.g.loaded_yourcall = true

vim.api.nvim_create_user_command("Yourcall", function(given)
  require("yourcall").command(given)
end, {
  nargs = "*",
  range = true,
  bang = true,
  desc = "Answer coding agents by deleting lines",
  complete = function(lead, line)
    return require("yourcall").complete(lead, line)
  end,
})

local group = vim.api.nvim_create_augroup("yourcall", {})

---@param line? string the first line of a file
---@return boolean
local function is_chat(line)
  return (line or ""):match("^<!%-%- yourcall%-chat · ") ~= nil
end

-- An agent's words in a chat must not be read as a modeline.
vim.api.nvim_create_autocmd("BufReadPre", {
  group = group,
  pattern = "*.md",
  callback = function(given)
    local ok, lines = pcall(vim.fn.readfile, given.match, "", 1)
    if ok and is_chat(lines[1]) then
      vim.bo[given.buf].modeline = false
    end
  end,
})

---@param buf integer
local function adopt(buf)
  if is_chat(vim.api.nvim_buf_get_lines(buf, 0, 1, false)[1]) then
    require("yourcall.chat").adopt(buf)
  end
end

-- A saved chat becomes a chat again when it is opened: <CR> continues it.
vim.api.nvim_create_autocmd("BufReadPost", {
  group = group,
  pattern = "*.md",
  callback = function(given)
    adopt(given.buf)
  end,
})

vim.api.nvim_create_autocmd("BufReadCmd", {
  group = group,
  pattern = "yourcall://*",
  callback = function(given)
    require("yourcall.reopen").read(given.buf)
  end,
})
vim.api.nvim_create_autocmd("SessionLoadPost", {
  group = group,
  callback = function()
    require("yourcall.reopen").restore()
  end,
})

-- A manager may load this later than the files.
for _, buf in ipairs(vim.v.vim_did_enter == 1 and vim.api.nvim_list_bufs() or {}) do
  if vim.api.nvim_buf_is_loaded(buf) and vim.api.nvim_buf_get_name(buf):match("%.md$") then
    adopt(buf)
  end
end
