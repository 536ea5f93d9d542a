/** Finds the lost games that `rethink` asks again, in the journal or in a file. */
import { describeDeath } from '../../rules/describe-death.js';
import { existsSync } from 'node:fs';
import { usageFault } from '../../errors.js';
import type { FullGameRow } from '../../journal/game-rows.js';
import type { AutopsyInput } from '../../journal/report/autopsy.js';
import { readFilter, type FilterFlags } from '../journal/filter-flags.js';
import { formatCause, formatResult } from '../journal/format-games.js';
import { openJournal } from '../journal/open-journal.js';
import { askedSnakeOf } from '../replay/ask-again.js';
import { toAutopsyInput } from '../replay/autopsy-input.js';
import { findKept } from '../replay/find-recording.js';
import { findSnake, readGameFile, toFileRecording } from '../replay/game-file.js';
import { toRecording, type Recording } from '../replay/recording.js';

/** A lost game, ready to be asked again. */
export interface LostGame {
  readonly id: string;
  /** The snake that lost it: a prefix, or its name in a file. */
  readonly snake: string;
  readonly result: string;
  /** How it ended for the snake, for people. */
  readonly ending: string;
  readonly game: AutopsyInput;
  readonly recording: Recording;
  /** What to ask unless the user says so; `undefined` for a file, which does not say which strategy played. */
  readonly player: string | undefined;
}

/** The flags that choose games. */
export interface LostFlags extends FilterFlags {
  readonly you?: string;
  readonly limit: number;
}

/**
 * One game: a file, as the snake of `--you` played it, or a game of the journal. Throws a `UsageError` if there is no
 * such game, or if the snake did not die in it.
 */
export async function findOne(word: string, flags: LostFlags): Promise<LostGame> {
  if (!existsSync(word))
    return toLost(
      await findKept(word, { config: flags.config, ...(flags.you && { snake: flags.you }), hasCause: true }),
      flags.config,
    );
  const file = readGameFile(word);
  const you = findSnake(file, flags.you);
  const { name: snake } = you;
  const recording = toFileRecording(file, snake);
  const died = recording.deaths?.find(({ id }) => id === you.id);
  if (died === undefined) {
    const hint = recording.deaths?.length === 0 ? '' : ' Name another one with --you.';
    throw usageFault(word, `${snake} did not die in this game.${hint}`);
  }
  const game = toAutopsyInput(file, you);
  const { id } = file.turns[0].request.game;
  return { id, snake, result: 'loss', ending: describeDeath(died), game, recording, player: undefined };
}

/** The newest lost games of the journal that the flags choose. */
export async function findLost(flags: LostFlags): Promise<LostGame[]> {
  const journal = await openJournal(flags.config);
  try {
    const filter = readFilter(flags, await journal.listNames());
    const lost = await journal.listGames({ ...filter, result: 'loss', limit: flags.limit });
    const games = await Promise.all(lost.games.map(({ id }) => journal.findGame(id)));
    return games.flatMap((game) => (game === undefined ? [] : toLost(game, flags.config)));
  } finally {
    await journal.close();
  }
}

function toLost(game: FullGameRow, config: string): LostGame {
  const recording = toRecording(game);
  const { id, snake, result = 'loss' } = game;
  const ending = [formatResult(game), ...formatCause(game)].join(', ');
  return { id, snake, result, ending, game, recording, player: askedSnakeOf(recording, config) };
}
