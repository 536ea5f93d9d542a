/** Journals for tests, and the events to put into them. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalReader } from '../../src/journal/journal.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { JournalProcess, type JournalProcessOptions } from '../../src/journal/process/journal-process.js';
import type { JournalEvent, StrategyFacts, TurnFacts } from '../../src/journal/journal-event.js';
import { livingPosition } from '../../src/inference/alive-tracker.js';
import { gameOutcomeOf, type GameOutcome } from '../../src/inference/game-outcome.js';
import { type GameResult } from '../../src/views/game-rows.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { sketchRequest, type RequestSketch } from './requests.js';
import { until } from './soon.js';

/** The programs of a journal's process, as a host has them. */
const JOURNAL_PROGRAMS = new URL('../../journal/', import.meta.url);

/** A journal in a process, as a host has it; it forgets nothing, and its reports are ignored. Not open yet. */
export function createJournalProcess(path: string, more: Partial<JournalProcessOptions> = {}): JournalProcess {
  const kept = { keepDays: 36_500, keepMb: 1024 };
  return new JournalProcess({ programs: JOURNAL_PROGRAMS, path, ...kept, listener: () => {}, ...more });
}

/** Journals in a folder, each closed after the test that made it. Call it inside a `describe`. */
export function useJournalProcesses() {
  const folder = useFolder();
  const open: JournalProcess[] = [];
  afterEach(() => Promise.all(open.splice(0).map((journal) => journal.close())));
  const create = (name: string, more: Partial<JournalProcessOptions> = {}): JournalProcess => {
    const journal = createJournalProcess(folder.path(name), more);
    open.push(journal);
    return journal;
  };
  return { folder, create };
}

export interface TestJournal {
  readonly reader: JournalReader;
  /** Resolves when the events are written. */
  write(events: readonly JournalEvent[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a journal at an address: a file or a URL. The same address opened again holds what was written before. */
export type OpenJournal = (address: string) => Promise<TestJournal>;

/** Opens a journal on the test's own thread. */
export const openDirectly: OpenJournal = async (address) => {
  const journal = await SqlJournal.open(address);
  return { reader: journal, write: (events) => journal.write(events), close: () => journal.close() };
};

/** Opens a journal that writes in a process, as the host's does. */
export const openInProcess: OpenJournal = async (file) => {
  const journal = createJournalProcess(file);
  await journal.open();
  // The process answers queries as well, but its own tests cover that; a thread there would only cost time.
  const reader = await SqlJournal.read(file);
  return {
    reader,
    async write(events: readonly JournalEvent[]) {
      for (const event of events) journal.record(event);
      await journal.flush();
    },
    async close() {
      await reader.close();
      await journal.close();
    },
  };
};

/** Opens a journal at an address that a host writes to as to a database elsewhere: through its spool. */
export const openWithSpool: OpenJournal = async (address) => {
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-spool-'));
  const path = join(folder, 'spool.db');
  const journal = createJournalProcess(path, { url: address });
  await journal.open();
  let isOpen = false;
  // The database is opened after the spool.
  await until(async () => (isOpen ||= await journal.listNames().then(...AS_BOOLEAN)));
  return {
    reader: journal,
    async write(events: readonly JournalEvent[]) {
      for (const event of events) journal.record(event);
      await journal.flush();
      await until(() => isSpoolEmpty(journal));
    },
    async close() {
      await journal.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Whether the database has everything. */
export function isSpoolEmpty({ waiting: { spool } }: Pick<JournalProcess, 'waiting'>): boolean {
  return typeof spool === 'object' && spool.entries === 0;
}

const AS_BOOLEAN = [() => true, () => false] as const;

/** A folder that is deleted after the tests of a `describe`; call it inside one. */
export function useFolder(): { path(name: string): string } {
  const folder = { path: '' };
  before(() => void (folder.path = realpathSync(mkdtempSync(join(tmpdir(), 'serpentarium-')))));
  after(() => rmSync(folder.path, { recursive: true, force: true }));
  return { path: (name) => join(folder.path, name) };
}

/** What a test states of a game; the rest is made up. */
export interface GameSketch {
  readonly snake?: string;
  readonly game?: string;
  readonly you?: string;
  readonly at?: number;
  readonly player?: Partial<StrategyFacts>;
  readonly result?: GameResult;
  readonly dead?: readonly string[];
  /** One per `/move`. */
  readonly turns?: readonly RequestSketch[];
  readonly end?: RequestSketch;
}

/** A duel from turn 0. */
export const DUEL: RequestSketch = {
  snakes: [
    { id: 'me', name: 'Me', body: '5,5 5,4 5,3' },
    { id: 'other', name: 'Other', body: '1,1 1,2 1,3' },
  ],
};

/** Its snakes on a turn, if both go up. */
export const climbingOn = (turn: number) => [
  { id: 'me', name: 'Me', body: `5,${turn + 2} 5,${turn + 1} 5,${turn}` },
  { id: 'other', name: 'Other', body: `1,${turn + 2} 1,${turn + 1} 1,${turn}` },
];

export function beganEvent(sketch: GameSketch = {}, request: RequestSketch = DUEL): JournalEvent {
  const player: StrategyFacts = { strategy: 'greedy', hash: 'abc', version: '1', options: {}, ...sketch.player };
  return { kind: 'began', ...refOf(sketch), at: sketch.at ?? 1000, body: bodyOf(sketch, request), player };
}

/** A turn is answered with `up`, a moment after it began, unless `facts` say otherwise. */
export function turnEvent(sketch: GameSketch, request: RequestSketch, facts: Partial<TurnFacts> = {}): JournalEvent {
  const turn = request.turn ?? 0;
  const answer = { kind: 'moved', move: 'up', took: 4 } as const;
  const at = (sketch.at ?? 1000) + turn;
  const whole: TurnFacts = { turn, at, answer, budget: 430, overhead: 60, ...facts };
  return { kind: 'turn', ...refOf(sketch), body: bodyOf(sketch, request), facts: whole };
}

/** A game ends with the result of the sketch; a live game's inference adds place, cause and killer. */
export function endedEvent(sketch: GameSketch): JournalEvent {
  const { at = 1000, result = 'abandoned', end } = sketch;
  const body = end === undefined ? undefined : bodyOf(sketch, end);
  const outcome: GameOutcome = end === undefined ? { result } : { ...inferOutcome(sketch, end), result };
  return { kind: 'ended', ...refOf(sketch), at: at + 500, body, outcome };
}

function inferOutcome({ turns = [DUEL], dead = [] }: GameSketch, end: RequestSketch): GameOutcome {
  const requests = turns.map((turn) => sketchRequest(turn));
  const seen = {
    dead: new Set(dead),
    shown: requests.at(-1)!.board.snakes.length,
    firstTurn: requests[0]!.turn,
    hasGaps: false,
  };
  const asked = livingPosition(requests.at(-1)!, seen.dead, true);
  return gameOutcomeOf({ asked, end: sketchRequest(end), seen });
}

/** The events of a whole game; without a result it stays open. */
export function gameEvents(sketch: GameSketch = {}): JournalEvent[] {
  const turns = sketch.turns ?? [DUEL];
  const moves = turns.map((request) => turnEvent(sketch, request));
  return [beganEvent(sketch, turns[0]), ...moves, ...(sketch.result === undefined ? [] : [endedEvent(sketch)])];
}

function refOf({ snake = '/greedy', game = 'game', you = 'me' }: GameSketch) {
  return { snake, game, you };
}

function bodyOf(sketch: GameSketch, request: RequestSketch): string {
  const made: GameRequest = sketchRequest({ game: sketch.game ?? 'game', ...request });
  // As sent: reading the sketch has cut the shouts.
  for (const { id, shout } of request.snakes ?? []) {
    const snake = made.board.snakes.find((each) => each.id === id);
    if (snake !== undefined && shout !== undefined) snake.shout = shout;
  }
  return JSON.stringify(made);
}
