import { expect } from 'chai';
import { formatProfile, parseProfile, sumFunctions } from '../../../src/commands/replay/profile-table.js';
import type { TurnProfile } from '../../../src/commands/replay/profiler-main.js';

const frame = (functionName: string, lineNumber: number, url = 'file:///tmp/x/strategy.mjs') => ({
  functionName,
  scriptId: '1',
  url,
  lineNumber,
  columnNumber: 0,
});

/** A file of the host. */
const HOST = new URL('../../../src/wire/reader.js', import.meta.url).href;

/** `move` calls `search`, which calls itself; the host calls `parse`; the samples are 1 ms apart. */
const PROFILE: TurnProfile = {
  cpu: {
    nodes: [
      { id: 1, callFrame: frame('(root)', -1, ''), children: [2, 5, 6, 7] },
      { id: 2, callFrame: frame('move', 0), children: [3] },
      { id: 3, callFrame: frame('search', 1), children: [4] },
      { id: 4, callFrame: frame('search', 1), children: [] },
      { id: 5, callFrame: frame('(garbage collector)', -1, '') },
      { id: 6, callFrame: frame('(idle)', -1, '') },
      { id: 7, callFrame: frame('parseRequest', 8, HOST), children: [8] },
      { id: 8, callFrame: frame('parse', -1, '') },
    ],
    startTime: 0,
    endTime: 10_000,
    samples: [2, 3, 4, 4, 5, 6, 6, 6, 7, 8],
    timeDeltas: Array.from({ length: 10 }, () => 1000),
  },
  heap: {
    head: {
      callFrame: frame('(root)', -1, ''),
      selfSize: 0,
      children: [
        { callFrame: frame('search', 1), selfSize: 3001, children: [] },
        { callFrame: frame('parseRequest', 8, HOST), selfSize: 500, children: [] },
      ],
    },
  },
};
/** Line 0 of the bundle is line 10 of the source, line 1 is line 20. */
const map = {
  version: 3,
  file: '',
  sources: ['snake.ts'],
  sourceRoot: `file://${process.cwd()}/`,
  names: [],
  sourcesContent: [],
  mappings: 'AAUA;AAUA',
};

describe('the profile of a turn', () => {
  it('counts the own time of its functions, and one that calls itself once in its total', () => {
    const [search, ...others] = sumFunctions(PROFILE).filter(({ name }) => !name.startsWith('('));
    expect(search).to.include({ name: 'search', own: 3, total: 3, allocated: 3001 });
    expect(others).to.have.lengthOf(1);
    expect(others[0]).to.include({ name: 'move', own: 1, total: 4, allocated: 0 });
  });

  it('names the places in the sources', () => {
    const { cpu } = parseProfile(JSON.stringify(PROFILE), map);
    expect(cpu.nodes.map(({ callFrame: { url, lineNumber } }) => [url, lineNumber])).to.deep.equal([
      ['', -1],
      [`file://${process.cwd()}/snake.ts`, 10],
      [`file://${process.cwd()}/snake.ts`, 20],
      [`file://${process.cwd()}/snake.ts`, 20],
      ['', -1],
      ['', -1],
      [HOST, 8],
      ['', -1],
    ]);
  });

  it('is a table of times for each turn, without the host and the time in which nothing ran', () => {
    const [summary, heading, ...rows] = formatProfile(parseProfile(JSON.stringify(PROFILE), map), 2, 100).split('\n');
    expect(summary).to.equal('A turn computes for 2.5 ms, 20.0 % of it to collect garbage, and allocates 2 kB.');
    expect(heading).to.match(/^function +own +own +with calls +allocates +place$/);
    expect(rows.map((row) => row.replaceAll(/ {2,}/g, '|'))).to.deep.equal([
      'search|1.50 ms|60.0 %|60.0 %|2 kB|snake.ts:21',
      'move|0.50 ms|20.0 %|80.0 %|0 B|snake.ts:11',
    ]);
  });

  it('reports that nothing ran', () => {
    const cpu = { ...PROFILE.cpu, samples: [], timeDeltas: [] };
    const { heap } = PROFILE;
    const empty = { ...heap, head: { ...heap.head, children: [] } };
    expect(formatProfile({ cpu, heap: empty }, 1, 100)).to.not.match(/NaN|Infinity/);
  });
});
