/** All commands of the command line. Called by `cli.ts`, and by what writes docs/cli.md. */
import type { Command } from 'commander';

/** In the order of the help. Only the command that is called is loaded: `serve` needs no arena, `maps` no host. */
export const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./serve/serve.js')).addServeCommand,
  alert: async () => (await import('./alert.js')).addAlertCommand,
  check: async () => (await import('./check.js')).addCheckCommand,
  dev: async () => (await import('./dev.js')).addDevCommand,
  play: async () => (await import('./play/play.js')).addPlayCommand,
  compare: async () => (await import('./compare/compare.js')).addCompareCommand,
  tournament: async () => (await import('./tournament/tournament.js')).addTournamentCommand,
  tune: async () => (await import('./tune/tune.js')).addTuneCommand,
  worker: async () => (await import('./worker/worker.js')).addWorkerCommand,
  init: async () => (await import('./init/init.js')).addInitCommand,
  maps: async () => (await import('./maps.js')).addMapsCommand,
  conform: async () => (await import('./conform.js')).addConformCommand,
  report: async () => (await import('./journal/report.js')).addReportCommand,
  games: async () => (await import('./journal/games.js')).addGamesCommand,
  journal: async () => (await import('./journal/journal.js')).addJournalCommand,
  import: async () => (await import('./import/import.js')).addImportCommand,
  replay: async () => (await import('./replay/replay.js')).addReplayCommand,
  rethink: async () => (await import('./rethink/rethink.js')).addRethinkCommand,
  positions: async () => (await import('./rethink/positions.js')).addPositionsCommand,
  autopsy: async () => (await import('./replay/autopsy.js')).addAutopsyCommand,
};
