/** The exit codes of all commands. The help of each command says what they mean there. */
export const EXIT = {
  /** It worked. A comparison: the candidate is accepted, or all games were played. */
  ok: 0,
  /** It was tried and failed. A comparison: the candidate is rejected. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** A comparison that is not decided. */
  undecided: 3,
  /** Ctrl-C ended it. Shells use the same code. */
  interrupted: 130,
} as const;
