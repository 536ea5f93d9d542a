/** The fuzzers: requests, YAML, match files, recordings and the channel of children. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { readContestFile } from '../../src/arena/contest/contest-file.js';
import { toSample, type MatchTally } from '../../src/arena/contest/match/match-tally.js';
import { MATCH } from '../../src/commands/compare/compare.js';
import { drawPages } from '../../src/commands/replay/describe-game.js';
import { readConfig } from '../../src/config/read-config.js';
import { formatFault, UsageError } from '../../src/errors/errors.js';
import { replayGame } from '../../src/inference/replay-game.js';
import { MessageReader } from '../../src/processes/message-reader.js';
import { createChance, type Chance } from '../../src/rules/chance.js';
import { readFromChild } from '../../src/snakes/process/messages.js';
import { estimateElo } from '../../src/stats/elo.js';
import { PLAIN } from '../../src/terminal/colors.js';
import { toCanonical } from '../../src/wire/canonical.js';
import { isDirection } from '../../src/wire/move.js';
import { openGame } from '../../src/recorded/open-game.js';
import { parseRequest, RequestError } from '../../src/wire/reader.js';
import { fixture, inRepository } from '../support/fixtures.js';
import { REQUEST_NAMES, requestText } from '../support/requests.js';
import type { Fuzzer } from './fuzzer.js';
import { mutateJson, mutateJsonLines, mutateText } from './mutate.js';

/** What no terminal may get to see from us, line breaks aside. */
const UNPRINTABLE = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;
const CHANNEL_LINE_LIMIT = 10_000;

const requests: Fuzzer = {
  name: 'requests',
  what: 'bodies of /start, /move and /end',
  seeds: () => Promise.resolve(REQUEST_NAMES.map(requestText)),
  mutate: mutateJson,
  check(input) {
    const request = expectOnly([RequestError, SyntaxError], () => parseRequest(input));
    if (request === undefined) return;
    toCanonical(request, [request.you.id]);
    for (const { position } of replayGame([input, input], input)) position.ids.includes(request.you.id);
  },
};

const yaml: Fuzzer = {
  name: 'yaml',
  what: 'configurations',
  seeds() {
    const reference = readFileSync(inRepository('config/reference.yaml'), 'utf8');
    const all = reference.replaceAll(/^( *)# (?=[\w-]+:)/gm, '$1  ').replaceAll(/ {2}# .*$/gm, '');
    return Promise.resolve([reference, reference.replaceAll(/ +#.*$/gm, ''), all, EXPERIMENT]);
  },
  mutate: mutateText,
  check: (input) =>
    inFile('snakes.yaml', input, (file) => {
      try {
        readConfig(file, {});
      } catch (thrown) {
        expectUsageError(thrown);
        const astray = (thrown as UsageError).faults.map(formatFault).find((line) => !line.startsWith(file));
        if (astray !== undefined) throw new Error(`does not name the file: ${astray}`, { cause: thrown });
      }
    }),
};

const values: Fuzzer = {
  name: 'values',
  what: 'values of a configuration',
  seeds: async () => {
    const [reference] = await yaml.seeds();
    return [reference!, EXPERIMENT].map((text) => JSON.stringify(parse(text, { merge: true })));
  },
  mutate: mutateJson,
  check: yaml.check,
};

const EXPERIMENT = `snakes:
  - &base { prefix: /a, strategy: greedy, customization: { color: '#ff0000' }, options: { hungerBelow: 60 } }
  - { <<: *base, prefix: /b }
experiments: [{ prefix: /c, name: d, base: /a, candidate: /b, split: 0.5 }]
`;

const matchFiles: Fuzzer = {
  name: 'match-files',
  what: 'saved matches',
  async seeds() {
    const folder = mkdtempSync(join(tmpdir(), 'serpentarium-fuzz-'));
    const file = join(folder, 'match.json');
    const args = ['compare', 'constant', 'random', '--games', '4', '--save', file];
    // Exit codes of `compare` say who won.
    await promisify(execFile)(process.execPath, [inRepository('dist/src/cli.js'), ...args], {
      cwd: inRepository(''),
    }).catch(() => undefined);
    const text = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    return [text];
  },
  mutate: mutateJson,
  check: (input) =>
    inFile('match.json', input, (file) => {
      const saved = expectFaults(() => readContestFile<MatchTally>(file, MATCH));
      if (saved === undefined) return;
      const { elo } = estimateElo(toSample(saved.tally));
      if (Number.isNaN(elo)) throw new Error('Elo is not a number');
    }),
};

const recordings: Fuzzer = {
  name: 'recordings',
  what: 'files of play -o',
  seeds: () => Promise.resolve([readFileSync(fixture('games/duel.jsonl'), 'utf8').split('\n').slice(-12).join('\n')]),
  mutate: mutateJsonLines,
  check: (input) =>
    inFile('game.jsonl', input, async (file) => {
      const seats = await openGame(file, { config: 'nowhere.yaml' }).catch(expectUsageError);
      if (seats === undefined) return;
      const drawn = drawPages(seats, PLAIN)
        .map(({ text }) => text)
        .join('\n');
      const [bad] = UNPRINTABLE.exec(drawn) ?? [];
      if (bad !== undefined) throw new Error(`shows U+${bad.codePointAt(0)!.toString(16)}`);
    }),
};

const channel: Fuzzer = {
  name: 'channel',
  what: 'messages of a child',
  seeds: () => Promise.resolve([CHILD_MESSAGES.map((message) => JSON.stringify(message)).join('\n')]),
  mutate: mutateJsonLines,
  check(input) {
    const chance = createChance(input.length);
    let failures = 0;
    const reader = new MessageReader({
      maxLine: CHANNEL_LINE_LIMIT,
      received(message) {
        if (failures > 0) throw new Error('was read after it had failed');
        const taken = readFromChild(message);
        if (taken !== undefined) expectUsable(taken);
      },
      failed: () => void (failures += 1),
    });
    for (const part of split(Buffer.from(`${input}\n`), chance)) reader.push(part);
    if (failures > 1) throw new Error(`failed ${failures} times`);
  },
};

const CHILD_MESSAGES: readonly object[] = [
  { type: 'loaded', shape: { customization: {}, hasStart: true, hasEnd: false, options: undefined } },
  { type: 'done', id: 1, outcome: { kind: 'moved', move: { move: 'up', shout: 'hi' } } },
  { type: 'done', id: 2, outcome: { kind: 'late', cause: 'strategy', reason: 'late', proposal: { move: 'left' } } },
  { type: 'done', id: 3 },
  { type: 'proposed', id: 4, proposal: { move: 'down', shout: '' } },
  { type: 'logged', key: 'k', turn: 3, message: 'm', data: { a: [1] } },
  { type: 'warned', key: 'k', turn: 3, reason: 'r' },
  { type: 'broken', reason: 'r' },
];

/** Every fuzzer, in the order in which they run. */
export const FUZZERS: readonly Fuzzer[] = [requests, yaml, values, matchFiles, recordings, channel];

function expectUsable(message: unknown): void {
  const { type, outcome, proposal } = message as { type: string; outcome?: unknown; proposal?: { move?: unknown } };
  const move = (outcome as { kind?: string; move?: { move?: unknown } } | undefined)?.move ?? proposal;
  if (type === 'proposed' && !isDirection(proposal?.move)) throw new Error('took a proposal that is no move');
  if ((outcome as { kind?: string } | undefined)?.kind === 'moved' && !isDirection(move?.move)) {
    throw new Error('took an outcome that has no move');
  }
}

/** The bytes in chunks, as a pipe may deliver them. */
function split(bytes: Buffer, chance: Chance): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + chance.below(chance.below(4) === 0 ? 3 : 5000);
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

/** Calls with a file of this content. */
async function inFile(name: string, content: string, use: (file: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-fuzz-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, content);
    await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the call returns; `undefined` if it throws one of these errors. */
function expectOnly<T>(errors: readonly (abstract new (...args: never[]) => Error)[], call: () => T): T | undefined {
  try {
    return call();
  } catch (thrown) {
    if (errors.some((error) => thrown instanceof error)) return undefined;
    throw thrown;
  }
}

function expectFaults<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (thrown) {
    return expectUsageError(thrown);
  }
}

/** A refusal is one line for each fault, and none of them shows the inside of the program. */
function expectUsageError(thrown: unknown): undefined {
  if (!(thrown instanceof UsageError)) throw thrown;
  if (thrown.faults.length === 0) throw new Error('refused without a fault');
  for (const fault of thrown.faults) {
    const line = formatFault(fault);
    if (!/^\S/.test(fault.message)) throw new Error('refused with an empty sentence');
    if (/\bundefined\b|\[object|Cannot read prop|is not a function/.test(fault.message)) throw new Error(line);
  }
}
