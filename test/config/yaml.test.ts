import { expect } from 'chai';
import { chmodSync } from 'node:fs';
import { parseYaml } from '../../src/config/yaml-tree.js';
import { formatFault } from '../../src/errors/errors.js';
import { useConfigFolder } from '../support/config-folder.js';

const faultsOf = (yaml: string) => parseYaml('file', yaml).faults.map(formatFault);
const LOOK = 'Is the line aligned with those around it, and is each quote and bracket closed?';

describe('a YAML file', () => {
  const INDENT =
    'All mapping items must start at the same column. Is the line indented by the same number of spaces as those ' +
    'around it, and each bracket closed?';
  const SECOND = 'Is there a second ":" in the line, a "-" without its space, or a line indented too far?';
  const cases: [yaml: string, ...faults: string[]][] = [
    ['\ta: 1', `file:1:1 not valid YAML: Tabs are not allowed as indentation. ${LOOK}`],
    [
      'a: @x',
      'file:1:4 not valid YAML: Plain value cannot start with reserved character @. Did you forget the quotes?',
    ],
    ['a: "x', 'file:1:6 not valid YAML: Missing closing "quote. Did you forget a colon, a bracket or a quote?'],
    ['a: b: c', `file:1:4 not valid YAML: Nested mappings are not allowed in compact mappings. ${SECOND}`],
    [
      's:\n  - prefix /a\n    strategy: b',
      'file:2:5 not valid YAML: Implicit keys need to be on a single line. Did you forget the colon, or the space behind it?',
    ],
    [
      'a: { b: 1, { c: 2 }, [d]: 3 }',
      'file:1:12 this is not a key. Did you forget the key in front of it?',
      'file:1:22 this is not a key. Did you forget the key in front of it?',
    ],
    [
      'a: 1\nb',
      'file:2:1 not valid YAML: Implicit map keys need to be followed by map values. Did you forget a colon, a bracket or a quote?',
    ],
    ['s:\n  host: a\n\n  # a comment\n    port: 1', `file:5:5 not valid YAML: ${INDENT}`],
    [
      's:\n  -prefix: /a\n    strategy: b',
      `file:2:12 not valid YAML: Nested mappings are not allowed in compact mappings. ${SECOND}`,
    ],
    ['a: !foo b', 'file:1:4 not valid YAML: Unresolved tag. Did you forget the quotes?'],
    [
      'a: @x\nb: 1\nc: `y',
      'file:1:4 not valid YAML: Plain value cannot start with reserved character @. Did you forget the quotes?',
    ],
    ['a: 1\nb: 2\na: 3', 'file:3:1 "a" is written twice. Remove one of them.'],
    [
      'a: { b: 1, "b": 2, c: 1, c: 2 }',
      'file:1:12 "b" is written twice. Remove one of them.',
      'file:1:26 "c" is written twice. Remove one of them.',
    ],
    ['a: *x', 'file is not valid YAML: Unresolved alias (the anchor must be set before the alias): x.'],
  ];
  for (const [yaml, ...faults] of cases) {
    it(`is refused with the place: ${JSON.stringify(yaml)}`, () => expect(faultsOf(yaml)).to.deep.equal(faults));
  }

  it('is refused if aliases multiply its values, or hold each other', () => {
    const lists = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
    for (const yaml of [
      `a0: &a0 [1, 1]\n${lists.join('\n')}`,
      'a: &x [*x]',
      'a: &x { <<: *x }',
      'a: &x 1\nb: { <<: *x }',
    ]) {
      expect(faultsOf(yaml), yaml).to.have.lengthOf(1);
    }
  });

  it('becomes plain values', () => {
    const { value, faults } = parseYaml(
      'file',
      'a: [1, 0x1F, -2.5, true, yes, 2020-01-01, ~]\nb: "x"\nc: |\n  y\n1: d\ne:\n',
    );
    expect(faults).to.deep.equal([]);
    expect(value).to.deep.equal({
      a: [1, 31, -2.5, true, 'yes', '2020-01-01', null],
      b: 'x',
      c: 'y\n',
      1: 'd',
      e: undefined,
    });
  });

  it('resolves anchors and merge keys; own keys win, then earlier ones', () => {
    const { value, faults } = parseYaml(
      'file',
      `base: &base { a: 1, b: 1, c: 1 }
more: &more { b: 2, d: 2 }
one: { <<: *base, a: 9 }
two: { <<: [*more, *base], d: 9 }
key: { &k name: x }
use: { *k : y }
text: { '<<': z }
again: &base { a: 5 }
late: *base`,
    );
    expect(faults).to.deep.equal([]);
    expect(value).to.deep.include({
      one: { a: 9, b: 1, c: 1 },
      two: { a: 1, b: 2, c: 1, d: 9 },
      use: { name: 'y' },
      late: { a: 5 },
      text: { '<<': 'z' },
    });
  });

  it('copies the value for each use of an anchor', () => {
    const { value } = parseYaml('file', '- &x { b: 1 }\n- *x');
    expect(value).to.deep.equal([{ b: 1 }, { b: 1 }]);
    expect(value).to.satisfy(([first, second]: object[]) => first !== second);
  });
});

describe('a file on disk', () => {
  const folder = useConfigFolder();

  it('that is empty is reported', () => {
    for (const yaml of ['', '\n\n', '# nothing but this\n', '---\n', 'null']) {
      expect(folder.faults(yaml)).to.deep.equal(['config/snakes.yaml is empty. It needs at least a list "snakes".']);
    }
  });

  it('that is missing is reported with the nearest name, or with the full path', () => {
    folder.write('config/snakes.yml');
    expect(folder.faultsOf(`${folder.path}/config/snakes.yaml`)).to.deep.equal([
      'config/snakes.yaml does not exist. Did you mean "snakes.yml"?',
    ]);
    expect(folder.faultsOf(`${folder.path}/konfig/snakes.yaml`)).to.deep.equal([
      'konfig/snakes.yaml does not exist. It was looked for at "konfig/snakes.yaml".',
    ]);
  });

  it('that is a directory is reported', () => {
    expect(folder.faultsOf(`${folder.path}/strategies`)).to.deep.equal([
      'strategies is a directory, not a file. It was looked for at "strategies".',
    ]);
  });

  it('that may not be read is reported', function () {
    if (process.getuid?.() === 0) this.skip();
    const file = folder.write('closed.yaml', 'a: 1');
    chmodSync(file, 0);
    expect(folder.faultsOf(file)[0]).to.match(/^closed\.yaml may not be read by this user\./);
  });

  it('that is not UTF-8 is reported', () => {
    expect(folder.faultsOf(folder.write('b.yaml', Buffer.from('snakes: [] # \xe4', 'latin1')))).to.deep.equal([
      'b.yaml is not UTF-8 text. Did an editor save it in another encoding?',
    ]);
    const utf16 = Buffer.from('\uFEFFsnakes: []', 'utf16le');
    expect(folder.faultsOf(folder.write('a.yaml', utf16))).to.deep.equal([
      'a.yaml is UTF-16 text, not UTF-8. Did an editor save it in another encoding?',
    ]);
  });

  it('that is too large is reported', () => {
    expect(folder.faultsOf(folder.write('a.yaml', '#'.repeat(1024 * 1024 + 1)))).to.deep.equal([
      'a.yaml is larger than 1 MB. Is it the right file?',
    ]);
  });

  it('that has thousands of unknown keys is reported with the first hundred', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `x${index}: 1`).join('\n');
    const faults = folder.faultsOf(folder.write('a.yaml', `${keys}\nsnakes: [{ prefix: /a, strategy: greedy }]\n`));
    const unknown = faults.filter((fault) => fault.includes('unknown'));
    expect(unknown).to.have.lengthOf(101);
    expect(unknown.at(-1)).to.equal('a.yaml:101:1 19900 more keys from here on are unknown. Is it the right file?');
  });

  it('may start with a byte order mark and have Windows line ends', () => {
    expect(folder.faults('\uFEFFsnakes:\r\n  - prefix: /a\r\n    strategy: gredy\r\n')).to.deep.equal([
      'config/snakes.yaml:3:15 strategy "gredy" is not in "strategies". Did you mean "greedy"?',
    ]);
  });
});
