/** `serpentarium arena`: my snakes on the platform. */
import { defineGroup } from '../define-command.js';
import challenge from './challenge.js';
import duel from '../duel/duel.js';
import games from './games.js';
import status from './status.js';
import sync from './sync.js';

export default defineGroup(
  { status, sync, games, challenge, duel },
  {
    notes: 'Environment: ARENA_TOKEN is a token of your account; ARENA_URL, the platform.',
    examples: ['arena status', 'arena sync'],
  },
);
