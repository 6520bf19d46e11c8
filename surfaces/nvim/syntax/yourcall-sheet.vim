" A sheet of the inbox: markdown, with how it ended.
if exists("b:current_syntax")
  finish
endif
runtime! syntax/markdown.vim
syntax match YourcallAnswered /^✔ .*$/
syntax match YourcallEnded /^– .*$/
let b:current_syntax = "yourcall-sheet"
