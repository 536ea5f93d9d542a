/** The exit codes of all commands. Each command's help explains its own. */
export const EXIT = {
  /** Success. In `compare`: the candidate is accepted, or all games were played. */
  ok: 0,
  /** The command ran and failed. In `compare`: the candidate is rejected. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** In `compare`: the match has not decided. */
  undecided: 3,
  /** A comparison with a snake that never played its strategy's move is void. */
  notPlayed: 4,
  /** Ctrl-C ended it. Shells use the same code. */
  interrupted: 130,
} as const;
