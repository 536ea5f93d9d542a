/** What each shell evaluates. Called by `completion.ts`. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BASH = `_serpentarium() {
  local words
  words="$("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _serpentarium serpentarium`;

const ZSH = `_serpentarium() {
  local -a found
  found=(\${(f)"$(serpentarium completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
compdef _serpentarium serpentarium`;

const FISH = `complete -c serpentarium -a '(serpentarium completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`;

/** The text to evaluate, by the name of the shell. */
export const SCRIPTS: { readonly [Shell in (typeof SHELLS)[number]]: string } = { bash: BASH, zsh: ZSH, fish: FISH };
