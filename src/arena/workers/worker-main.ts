/** The program of a process that plays games of a match: takes jobs, plays them one after the other, ends with its parent. */
import { messageOf } from '../../errors.js';
import { CallTraceWriter } from './call-trace.js';
import { createSnakes } from './create-snakes.js';
import { openGameFile } from '../output/game-file.js';
import type { GameRecord } from '../match/game-record.js';
import type { FromMatchWorker, ToMatchWorker } from './worker-messages.js';
import type { Pairing } from '../match/pairing.js';
import { playPairing, type PairingDeps } from './play-pairing.js';
import { seedMath, takeOverMath } from './seeded-math.js';

type Loaded = PairingDeps & { readonly output: string | undefined };

/** Held on to, for strategies may take it away. */
const send = process.send!.bind(process);

let loading: Promise<Loaded> | undefined;
let work: Promise<void> = Promise.resolve();
let jobs = 0;

process.on('message', (message: ToMatchWorker) => {
  if (message.type === 'load') loading = load(message);
  else work = work.then(() => playJob(message.plans)).catch(fail);
});
process.on('disconnect', () => process.exit());
// What a strategy leaves behind may throw whenever it likes: that is no reason to lose the game that is being played.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, () => undefined);
takeOverMath();

function tell(message: FromMatchWorker): void {
  send(message);
}

function fail(thrown: unknown): void {
  tell({ type: 'broken', reason: messageOf(thrown) });
}

async function load(message: Extract<ToMatchWorker, { type: 'load' }>): Promise<Loaded> {
  const { options, blackBox, folder, output } = message;
  const snakes = await createSnakes(options.contestants, options.game.timeout, folder);
  const marks = new CallTraceWriter(blackBox);
  tell({ type: 'loaded' });
  return { ...options, snakes, marks, output };
}

async function playJob(plans: readonly Pairing[]): Promise<void> {
  const stage = await loading!;
  const records: GameRecord[] = [];
  for (const plan of plans) records.push(await playGame(stage, plan));
  jobs += 1;
  tell({ type: 'played', records });
}

async function playGame(stage: Loaded, plan: Pairing): Promise<GameRecord> {
  seedMath(`${plan.seed}/${plan.game}`);
  if (stage.output === undefined) return playPairing(stage, plan, jobs, []);
  const file = openGameFile(stage.output, plan.pair, plan.game, { ...stage.game, seed: plan.seed });
  try {
    return await playPairing(stage, plan, jobs, [file.watcher]);
  } finally {
    file.close();
  }
}
