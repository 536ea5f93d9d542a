import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { PrintedLines } from '../../src/processes/printed-lines.js';

const GO = [
  'panic: runtime error: index out of range [5] with length 3',
  '',
  'goroutine 1 [running]:',
  ...Array.from({ length: 12 }, (_, frame) => `\t/src/main.go:${frame} +0x6e5`),
  'exit status 2',
];
const PYTHON = [
  'Traceback (most recent call last):',
  '  File "/src/snake.py", line 40, in <module>',
  '    main()',
  '  File "/src/snake.py", line 12, in move',
  '    return moves[5]',
  '           ~~~~~^^^',
  'IndexError: list index out of range',
];
const SYNTAX = [
  '  File "/src/snake.py", line 3',
  '    def move(',
  '            ^',
  "SyntaxError: '(' was never closed",
];
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

async function tailOf(lines: readonly string[], count?: number): Promise<string[]> {
  const stream = new PassThrough();
  const printed = new PrintedLines(stream, () => undefined);
  stream.end(lines.join('\n'));
  await new Promise((resolve) => stream.once('close', resolve));
  return printed.tail(count);
}

describe('PrintedLines', () => {
  const cases: readonly (readonly [string, readonly string[], number | undefined, readonly string[]])[] = [
    ['nothing', [], undefined, []],
    ['the last eight lines', numbered(20), undefined, numbered(20).slice(-8)],
    ['a whole syntax error', [...numbered(20), ...SYNTAX], 4, SYNTAX],
    ['the start of a traceback and its end', PYTHON, 4, [PYTHON[0]!, '…', ...PYTHON.slice(-4)]],
    ['a panic that begins before the lines that are kept', GO, 4, [GO[0]!, '…', ...GO.slice(-4)]],
    ['no error that was overcome long ago', ['panic: old', ...numbered(300)], 2, ['line 298', 'line 299']],
  ];
  for (const [what, lines, count, expected] of cases) {
    it(`has ${what}`, async () => {
      expect(await tailOf(lines, count)).to.deep.equal(expected);
    });
  }
});
