/** Asks a strategy, as it is today, what it does on a turn of long ago. */
import { readConfig } from '../../config/read-config.js';
import { UsageError } from '../../errors.js';
import { mountAll } from '../../mount-all.js';
import { silentEvents } from '../../snakes/events.js';
import { didYouMean } from '../../did-you-mean.js';
import { parseRequest } from '../../wire/reader.js';
import type { Answer } from '../../wire/responses.js';
import type { Recording } from './recording.js';

/** The very request, as it arrived, to the snake at `prefix`. The strategy has no memory of the turns before it. */
export async function askAgain(text: string, prefix: string, config: string): Promise<Answer> {
  const loaded = readConfig(config, process.env);
  const snake = loaded.config.snakes.find((one) => one.prefix === prefix);
  if (snake === undefined) {
    const hint =
      didYouMean(
        prefix,
        loaded.config.snakes.map((one) => one.prefix),
      ) || ' Say which with --snake.';
    throw new UsageError([{ source: config, message: `no snake stands at "${prefix}".${hint}` }]);
  }
  const alone = { ...loaded, config: { ...loaded.config, snakes: [snake] } };
  const { snakes } = await mountAll({ loaded: alone, env: process.env, events: silentEvents, load: () => 0 });
  try {
    return await snakes[0]!.answer(parseRequest(text), { text, at: performance.now() });
  } finally {
    await Promise.all(snakes.map((each) => each.close()));
  }
}

/** The snake that played a recorded game: of an experiment, the one behind its side. */
export function playerOf({ asked }: Recording, config: string): string {
  if (asked === undefined)
    throw new UsageError([{ source: '--snake', message: 'is not given: the file does not say who is to answer.' }]);
  const { experiments } = readConfig(config, process.env).config;
  const experiment = experiments.find(({ name }) => name === asked.experiment);
  return experiment === undefined
    ? asked.snake
    : asked.variant === 'candidate'
      ? experiment.candidate
      : experiment.base;
}
