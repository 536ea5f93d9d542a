/**
 * A process that records games until it is killed: `node journal-writer.js FILE NAME`. Prints each game that has ended.
 */
import { beganEvent, createJournalProcess, DUEL, endedEvent, turnEvent } from './journals.js';

const TURNS = 20;
/** Pause between two games, in ms. It makes 880 events a second, which is 400 games at two turns a second. */
const INTERVAL_MS = 25;

const [path, name] = process.argv.slice(2);
const journal = createJournalProcess(path!);
await journal.open();

let number = 0;
setInterval(() => {
  const game = `${name} ${number++}`;
  const sketch = { game, at: Date.now(), result: 'win', end: { ...DUEL, turn: TURNS, gone: ['other'] } } as const;
  journal.record(beganEvent(sketch));
  for (let turn = 0; turn < TURNS; turn++) journal.record(turnEvent(sketch, { ...DUEL, turn }));
  journal.record(endedEvent(sketch));
  console.log(JSON.stringify({ game, at: Date.now() }));
}, INTERVAL_MS);
