" A chat: markdown, with who speaks and how each question ended.
if exists("b:current_syntax")
  finish
endif
runtime! syntax/markdown.vim
syntax match YourcallYou /^# You\s*$/
syntax match YourcallAgent /^# Agent\s*$/
syntax match YourcallAnswered /^✔ .*$/
syntax match YourcallEnded /^– .*$/
let b:current_syntax = "yourcall"
