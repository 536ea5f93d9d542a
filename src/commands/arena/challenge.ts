/** `serpentarium arena challenge`: starts a game between named snakes on the platform. */
import { didYouMean } from '../../errors/did-you-mean.js';
import { usageFault } from '../../errors/errors.js';
import type { Platform } from '../../platform/platform.js';
import { print, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { defineCommand } from '../define-command.js';
import { argument } from '../flags.js';
import { MOST_SNAKES, NEW_GAME_FLAGS, openPlatform, orExplain, PLATFORM_FLAGS } from './open-platform.js';
import { chooseOwn, pairSnakes, readArenaConfig } from './own-snakes.js';

export default defineCommand({
  summary: 'start a game on the platform',
  description: 'start a game on the platform between your snake and others',
  arguments: [
    argument('<SNAKE>', 'your snake: its prefix, name or id'),
    argument('[OPPONENT...]', 'up to three opponents: your own snakes, or names or ids from the leaderboards'),
  ],
  flags: [...PLATFORM_FLAGS, ...NEW_GAME_FLAGS],
  exits: { 0: 'game started', 1: 'the platform refuses', 2: 'wrong usage' },
  examples: ["arena challenge /first 'Some Snake' --board 11x11"],
  run: ({ words: [word, opponents], flags }) =>
    orExplain(async () => {
      if (opponents.length >= MOST_SNAKES) {
        throw usageFault('OPPONENT', `has ${opponents.length} names: a game there has at most ${MOST_SNAKES} snakes.`);
      }
      const platform = openPlatform(flags);
      const own = pairSnakes(readArenaConfig(flags.config), await platform.listSnakes());
      const [mine] = chooseOwn(own, [word]);
      const others = await findOpponents(platform, own, opponents);
      const { board, gametype } = flags;
      const id = await platform.startGame({ snakes: [mine!.registered.id, ...others], board, game_type: gametype });
      const page = `${platform.base.replace(/\/api$/, '')}/games/${encodeURIComponent(id)}`;
      if (flags.json) printJson({ id, page }, 2);
      else print(`${page}\nAfter its end: serpentarium arena games ${word} --import`);
    }),
});

/** The ids of opponents. Throws a `UsageError` with names that are unknown or ambiguous. */
async function findOpponents(
  platform: Platform,
  own: ReturnType<typeof pairSnakes>,
  words: readonly string[],
): Promise<string[]> {
  const known = new Map<string, { readonly id: string; readonly name: string; readonly owner: string }>();
  const isFound = (word: string) => findNamed([...known.values()], word).length > 0;
  const names = new Map(
    own.flatMap(({ prefix, registered }) => (prefix && registered ? [[prefix, registered.id]] : [])),
  );
  for (const { registered } of own)
    if (registered !== undefined) known.set(registered.id, { ...registered, owner: 'you' });
  const wanted = words.map((word) => names.get(word) ?? word);
  if (!wanted.every(isFound)) {
    const rankings = [...(await platform.listAllRankings(await platform.listLeaderboards())).values()];
    for (const { battlesnake_id: id, snake_name: name, owner } of rankings.flat()) {
      if (!known.has(id)) known.set(id, { id, name, owner: owner ?? '' });
    }
  }
  return wanted.map((word) => {
    const [first, ...more] = findNamed([...known.values()], word);
    if (first !== undefined && more.length === 0) return first.id;
    if (first === undefined) {
      const hint = didYouMean(
        word,
        [...known.values()].map(({ name }) => name),
      );
      throw usageFault(word, `is on no leaderboard and not one of your snakes.${hint || ' Give its id.'}`);
    }
    const found = [first, ...more].map(({ id, owner }) => printable(`${id} of ${owner}`)).join(', ');
    throw usageFault(word, `is the name of several snakes. Give the id of one: ${found}.`);
  });
}

function findNamed<Named extends { readonly id: string; readonly name: string }>(all: readonly Named[], word: string) {
  const exact = all.filter(({ id }) => id === word);
  return exact.length > 0 ? exact : all.filter(({ name }) => name === word);
}
