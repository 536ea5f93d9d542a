/**
 * A game between a visitor and a strategy, in a worker: with the rules, strategies and search of the product.
 *
 * It is sent `{ begin: NAME, seed }` once, then `{ move }` for each turn; with `{ move }` the strategy's answer to the
 * board before is applied, too. It sends `{ turn, board, answer }` for each board: `answer` is the strategy's, once it
 * has one, and `result` is there when the game has ended.
 */
import { fillPlayOptions } from '../../../src/arena/game/play-options.ts';
import { GameState } from '../../../src/arena/game/game-state.ts';
import { CallContext, CallTurn } from '../../../src/snakes/strategy/strategy-context.ts';
import { readMove } from '../../../src/wire/move.ts';
import { readNote } from '../../../src/wire/note.ts';

const STRATEGIES = {
  champion: () => import('../../../strategies/champion.ts'),
  hunter: () => import('../../../strategies/hunter.ts'),
  greedy: () => import('../../../strategies/greedy.ts'),
};
const VISITOR = 0;
const STRATEGY = 1;
/** The visitor's own look. */
const LOOK = { color: '#e0457b', head: 'default', tail: 'default' };
/** The strategy's time, in ms: less than a turn takes, so that it has answered when the visitor moves. */
const TIMEOUT = 150;

let game;

addEventListener('message', async ({ data }) => {
  if (data.begin !== undefined) {
    game = await begin(data.begin, data.seed);
  } else {
    const replies = [{ move: data.move, shout: '', latency: 0, took: 0 }, game.reply];
    for (const death of game.state.playTurn(replies).deaths) game.deaths.set(death.id, death);
  }
  const { state } = game;
  const shown = show();
  if (state.isOver) return postMessage({ ...shown, result: state.toResult(false) });
  // The board first: the visitor sees it while the strategy thinks.
  postMessage(shown);
  game.reply = ask();
  postMessage({ ...shown, answer: { move: game.reply.move, note: game.reply.note } });
});

async function begin(name, seed) {
  const strategy = await STRATEGIES[name]();
  const participants = [{ name: 'you' }, { name }];
  const settings = fillPlayOptions({ participants, seed, timeout: TIMEOUT });
  const state = new GameState(settings, [{ info: LOOK }, { info: strategy.customization }]);
  const options = Object.entries(strategy.options?.properties ?? {}).map(([key, option]) => [key, option.default]);
  return { state, strategy, options: Object.fromEntries(options), memory: { memory: undefined }, deaths: new Map() };
}

/** The strategy's answer to the board, with what it noted. */
function ask() {
  const { state, strategy, options, memory } = game;
  const request = state.requestFor(STRATEGY, state.frame()).toObject();
  const job = { request, lastTurn: undefined };
  const call = { options, game: memory, resumed: false, deadline: performance.now() + TIMEOUT };
  let note;
  const hooks = {
    note: (value) => (note = { ...note, ...readNote(value, request.board).note }),
    propose: () => undefined,
    log: () => undefined,
    signal: () => new AbortController().signal,
  };
  const { move } = readMove(strategy.move(new CallTurn(job), new CallContext(job, call, hooks)));
  return { move, note, shout: '', latency: 0, took: 0 };
}

/** The board, with the dead where they were last, as the strategy's game. */
function show() {
  const { turn, board, snakes } = game.state.frame();
  return {
    turn,
    board: {
      width: board.width,
      height: board.height,
      food: board.food,
      hazards: board.hazards,
      snakes: snakes.map(({ id, name, health, body, customizations: { color, head, tail } }, seat) => {
        const death = game.deaths.get(id);
        const looks = { color, ...(head !== 'default' && { head }), ...(tail !== 'default' && { tail }) };
        const end = death && { death: { turn: death.turn, cause: death.cause, by: snakes[death.by]?.name } };
        return { id, name, health, body, ...looks, ...(seat === STRATEGY && { isYou: true }), ...end };
      }),
    },
  };
}
