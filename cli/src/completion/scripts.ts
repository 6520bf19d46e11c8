/** What each shell loads. All ask `yourcall completion --words` what may come next, and fall back to file names. */
export const scripts = {
  bash: `# yourcall completion bash: add to ~/.bashrc:  source <(yourcall completion bash)
_yourcall() {
  local IFS=$'\\n'
  COMPREPLY=($(yourcall completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _yourcall yourcall
`,
  zsh: `#compdef yourcall
# yourcall completion zsh: add to ~/.zshrc, after compinit:  source <(yourcall completion zsh)
_yourcall() {
  local -a found
  found=("\${(@f)$(yourcall completion --words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    compadd -M 'm:{a-z}={A-Z}' -a found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _yourcall ]]; then
  _yourcall "$@"
else
  compdef _yourcall yourcall
fi
`,
  fish: `# yourcall completion fish: save as ~/.config/fish/completions/yourcall.fish
function __yourcall_words
    set -l line (commandline -opc)[2..-1] (commandline -ct)
    yourcall completion --words -- $line 2>/dev/null
end
complete -c yourcall -f -n 'test -n "$(__yourcall_words)"' -a '(__yourcall_words)'
`,
} as const;
