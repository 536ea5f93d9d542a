/** The exit codes of all commands. The help of each command says what they mean there. */
export const EXIT = {
  /** Success. In `compare`: the candidate is accepted, or all games were played. */
  ok: 0,
  /** The command ran and failed. In `compare`: the candidate is rejected. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** In `compare`: the match has not decided. */
  undecided: 3,
  /** A comparison in which a snake played no move of its own: it says nothing. */
  notPlayed: 4,
  /** Ctrl-C ended it. Shells use the same code. */
  interrupted: 130,
} as const;
