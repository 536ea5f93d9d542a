import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { inRepository } from '../support/fixtures.js';
import { parsers } from 'prettier/plugins/typescript';
import { applyMutant, describeMutant, makeMutants } from './make-mutants.js';

describe('makeMutants', () => {
  const cases: [what: string, text: string, ...mutants: string[]][] = [
    ['an operator', 'const a = b < c;', 'const a = b <= c;'],
    ['an operator behind parentheses', 'const a = (b) - (c);', 'const a = (b) + (c);'],
    ['two joined conditions', 'const a = b && c;', 'const a = b || c;'],
    ['a default', 'const a = b ?? c;', 'const a = b;'],
    ['a turned condition', 'const a = !b;', 'const a = (b);'],
    ['a counter', 'for (; ; i++) f;', 'for (; ; i--) f;', 'for (; ; i++) ;'],
    ['a sum', 'a.b += c;', ';', 'a.b -= c;'],
    ['a condition', 'const a = b ? c : d;', 'const a = !(b) ? c : d;'],
    ['a compared condition, once', 'const a = b === c ? d : e;', 'const a = b !== c ? d : e;'],
    ['a small number', 'const a = 0;', 'const a = 1;'],
    ['a limit', 'const a = 5_000;', 'const a = 10000;'],
    ['a choice', 'const a = true;', 'const a = false;'],
    ['a result', 'const a = () => b;', 'const a = () => undefined;'],
    ['a call', 'f();', ';'],
    ['an error that is thrown', "throw new Error('a' + 1);", ';'],
    ['code between types', 'const a = (b as 1 | 2) * c!;', 'const a = (b as 1 | 2) / c!;'],
    ['no type', 'type A = 1 | true; function f(a: 1): a is 1 {}'],
    ['no import', "import { a } from 'b';"],
    ['no text', "const a = 'b' + c + `${d + 1}`;"],
    ['no message', "log.info({ a: 1 }, 'b'); const a = new HttpError(400, 'c');"],
  ];
  for (const [what, text, ...mutants] of cases) {
    it(`changes ${what}`, async () => {
      const changed = (await makeMutants(text)).map((mutant) => applyMutant(text, mutant));
      expect(changed).to.deep.equal(mutants);
    });
  }

  it('changes sources into sources', async () => {
    for (const file of ['src/wire/move.ts', 'src/snakes/mounted-snake.ts', 'src/search/evaluation/area/bit-board.ts']) {
      const text = readFileSync(inRepository(file), 'utf8');
      const mutants = await makeMutants(text);
      expect(mutants, file).to.have.length.above(20);
      for (const mutant of mutants.filter((_, index) => index % 10 === 0)) {
        const changed = applyMutant(text, mutant);
        expect(changed).not.to.equal(text);
        await parsers.typescript.parse(changed, { filepath: file } as never);
      }
    }
  });
});

describe('describeMutant', () => {
  it('shows the line, and whole lines before and after', async () => {
    const text = 'const a = 1;\nif (b)\n  f(\n    c,\n  );\n';
    const mutants = await makeMutants(text);
    expect(mutants.map((mutant) => describeMutant(text, mutant))).to.deep.equal([
      { line: 1, before: 'const a = 1;', after: 'const a = 2;' },
      { line: 2, before: 'if (b)', after: 'if (!(b))' },
      { line: 3, before: 'f( c, );', after: ';' },
    ]);
  });
});
