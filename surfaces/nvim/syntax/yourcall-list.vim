" The inbox and the list of chats.
if exists("b:current_syntax")
  finish
endif
syntax match YourcallTitle /\%1l.*/
syntax match YourcallDetail /([^()]*)\ze\( · expires .*\)\?$/
syntax match YourcallExpiry / · expires .*$/
let b:current_syntax = "yourcall-list"
