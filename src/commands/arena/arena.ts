/** `serpentarium arena`: my snakes on the platform. */
import type { Command } from 'commander';
import { addChallengeCommand } from './challenge.js';
import { addArenaGamesCommand } from './games.js';
import { addStatusCommand } from './status.js';
import { addSyncCommand } from './sync.js';

export function addArenaCommand(program: Command): void {
  const arena = program.command('arena');
  arena.addHelpText('after', '\nEnvironment: ARENA_TOKEN is a token of your account; ARENA_URL, the platform.');
  addStatusCommand(arena);
  addSyncCommand(arena);
  addArenaGamesCommand(arena);
  addChallengeCommand(arena);
}
