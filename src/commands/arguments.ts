/** Arguments that several commands share. */

/** Where a configuration is looked for when none is named. */
export const DEFAULT_CONFIG = 'config/snakes.yaml';
