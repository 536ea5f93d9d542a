/** The program of a worker process: takes tasks, plays their games one after the other, and exits with its parent. */
import { messageOf } from '../../errors/errors.js';
import { divertOutput } from '../../processes/divert-output.js';
import { HostChannel } from '../../processes/host-channel.js';
import { createChance } from '../../rules/chance.js';
import { MAX_REASON } from '../../snakes/strategy/call.js';
import type { GameRecord } from '../contest/game-record.js';
import { ContestantsUnusable, type Pairing } from '../contest/contest.js';
import type { Watcher } from '../game/watcher.js';
import { openGameFile } from '../output/game-lines.js';
import { CallTraceWriter } from './call-trace.js';
import { createSnakes } from './create-snakes.js';
import { playPairing, type PairingDeps } from './play-pairing.js';
import type { FromMatchWorker, ToMatchWorker } from './worker-messages.js';

type Loaded = Omit<PairingDeps, 'traceCall'> & {
  readonly trace: CallTraceWriter;
  readonly output: string | undefined;
};

let loading: Promise<Loaded> | undefined;
let work: Promise<void> = Promise.resolve();
let tasksDone = 0;
/** Loading belongs to no task: a game that it precedes is not to blame for it. */
const NO_TASK = -1;
/** The source of `Math.random` for strategies that use it: another sequence in each game. */
let chance = createChance('');

const parent = new HostChannel<ToMatchWorker, FromMatchWorker>((message) => {
  if (message.type === 'load') loading = load(message);
  else work = work.then(() => playTask(message)).catch(reportBroken);
});
// Timers and promises that a strategy left behind may throw at any time: the game in progress must survive that.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, () => undefined);
Math.random = () => chance.fraction();

function reportBroken(thrown: unknown): void {
  if (thrown instanceof ContestantsUnusable) return parent.send({ type: 'unusable', unusable: thrown.unusable });
  parent.send({ type: 'broken', reason: messageOf(thrown).slice(0, MAX_REASON) });
}

async function load(message: Extract<ToMatchWorker, { type: 'load' }>): Promise<Loaded> {
  const { contestants, game, folder, output } = message;
  const trace = new CallTraceWriter(message.trace);
  divertOutput((line) => trace.print(line));
  const snakes = await createSnakes(contestants, game, folder, (seat) => {
    trace.write({ tasksDone: NO_TASK, game: 0, seat, call: 'load', turn: 0 });
  });
  parent.send({ type: 'loaded' });
  return { contestants, game, snakes, trace, output };
}

async function playTask({ pairings, isWatched }: Extract<ToMatchWorker, { type: 'play' }>): Promise<void> {
  const loaded = await loading!;
  const records: GameRecord[] = [];
  for (const pairing of pairings) records.push(await playGame(loaded, pairing, isWatched));
  tasksDone += 1;
  parent.send({ type: 'played', records });
}

async function playGame(
  { trace, output, ...loaded }: Loaded,
  pairing: Pairing,
  isWatched: boolean,
): Promise<GameRecord> {
  const { seed, pair, game } = pairing;
  chance = createChance(`${seed}/${game} Math.random`);
  let turn = 0;
  const counter: Watcher = { played: ({ frame }) => void (turn = frame.turn + 1) };
  const deps: PairingDeps = {
    ...loaded,
    traceCall(seat, call) {
      const traced = trace.write({ tasksDone, game, seat, call, turn });
      if (isWatched) parent.send({ type: 'calling', call: traced });
    },
  };
  if (output === undefined) return playPairing(pairing, deps, [counter]);
  const file = openGameFile(output, pair, game, { ...loaded.game, seed });
  try {
    return await playPairing(pairing, deps, [counter, file.watcher]);
  } finally {
    file.close();
  }
}
