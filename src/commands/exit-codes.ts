/** What the process exits with. */
export const EXIT = {
  /** Done; a comparison: accepted, or the games asked for were played. */
  ok: 0,
  /** It was tried and did not work; a comparison: rejected. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** A comparison that was not decided. */
  undecided: 3,
  /** Ended by Ctrl-C, as shells have it. */
  interrupted: 130,
} as const;
