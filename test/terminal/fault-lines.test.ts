import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showFault } from '../../src/host/log.js';

describe('showFault', () => {
  let folder: string;
  let source: string;
  let yaml: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'serpentarium-fault-'));
    [source, yaml] = [join(folder, 'a.ts'), join(folder, 'snakes.yaml')];
    writeFileSync(source, `const list = [1, 2;\n\tconst 蛇 = 3 3;\r\nconst long = '${'x'.repeat(300)}' 3;\n`);
    writeFileSync(yaml, 'snakes:\n  - prefix: greedy\n    key: my secret\n');
  });
  after(() => rmSync(folder, { recursive: true }));

  it('shows the line of the file, and a caret below the column', () => {
    expect(showFault(`${yaml}:2:13 "prefix" must begin with "/".`).split('\n')).to.deep.equal([
      `${yaml}:2:13 "prefix" must begin with "/".`,
      '  2 |   - prefix: greedy',
      '                  ^',
    ]);
  });

  it('shows faults that a fault of the configuration is about one below the other', () => {
    const inner = [`${source}:1:19 Expected "]" but found ";"`, `${source}:2:14 Expected ";" but found "3"`];
    expect(showFault(`${yaml}:2:5 snake "/a": strategy "a": ${inner.join('; ')}`).split('\n')).to.deep.equal([
      `${yaml}:2:5 snake "/a": strategy "a":`,
      inner[0],
      '  1 | const list = [1, 2;',
      '                        ^',
      inner[1],
      '  2 |   const 蛇 = 3 3;',
      '                     ^',
    ]);
  });

  it('shows a line without a caret if the column is not known', () => {
    expect(showFault(`${source}:1 use "export"`)).to.equal(`${source}:1 use "export"\n  1 | const list = [1, 2;`);
  });

  it('leaves a fault as it is whose line cannot be shown, or may be secret', () => {
    const pipe = join(folder, 'pipe.ts');
    execFileSync('mkfifo', [pipe]);
    const faults = [
      'PORT is "x".',
      `${yaml}:3:10 "key" is wrong.`,
      `${source}:3:5 too long`,
      `${source}:99:1 not there`,
      `${folder}:1:1 a folder`,
      `${pipe}:1:1 a pipe`,
      'no-such-file.ts:1:1 gone',
    ];
    for (const fault of faults) expect(showFault(fault)).to.equal(fault);
  });
});
