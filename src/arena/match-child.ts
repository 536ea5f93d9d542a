/** The program of a process that plays games of a match: takes jobs, plays them one after the other, ends with its parent. */
import { messageOf } from '../errors.js';
import { MarkWriter } from './black-box.js';
import { createSnakes } from './create-snakes.js';
import { openGameFile } from './game-file.js';
import type { GameRecord } from './game-record.js';
import type { FromMatchChild, ToMatchChild } from './match-messages.js';
import type { GamePlan } from './pairing.js';
import { playPlan, type Stage } from './play-plan.js';
import { seedMath, takeOverMath } from './seeded-math.js';

type Loaded = Stage & { readonly output: string | undefined };

/** Held on to, for strategies may take it away. */
const send = process.send!.bind(process);

let loading: Promise<Loaded> | undefined;
let work: Promise<void> = Promise.resolve();
let jobs = 0;

process.on('message', (message: ToMatchChild) => {
  if (message.type === 'load') loading = load(message);
  else work = work.then(() => playJob(message.plans)).catch(fail);
});
process.on('disconnect', () => process.exit());
// What a strategy leaves behind may throw whenever it likes: that is no reason to lose the game that is being played.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, () => undefined);
takeOverMath();

function tell(message: FromMatchChild): void {
  send(message);
}

function fail(thrown: unknown): void {
  tell({ type: 'broken', reason: messageOf(thrown) });
}

async function load(message: Extract<ToMatchChild, { type: 'load' }>): Promise<Loaded> {
  const { terms, blackBox, folder, output } = message;
  const snakes = await createSnakes(terms.contestants, terms.game.timeout, folder);
  const marks = new MarkWriter(blackBox);
  tell({ type: 'loaded' });
  return { ...terms, snakes, marks, output };
}

async function playJob(plans: readonly GamePlan[]): Promise<void> {
  const stage = await loading!;
  const records: GameRecord[] = [];
  for (const plan of plans) records.push(await playGame(stage, plan));
  jobs += 1;
  tell({ type: 'played', records });
}

async function playGame(stage: Loaded, plan: GamePlan): Promise<GameRecord> {
  seedMath(`${plan.seed}/${plan.game}`);
  if (stage.output === undefined) return playPlan(stage, plan, jobs, []);
  const file = openGameFile(stage.output, plan.pair, plan.game, { ...stage.game, seed: plan.seed });
  try {
    return await playPlan(stage, plan, jobs, [file.watcher]);
  } finally {
    file.close();
  }
}
