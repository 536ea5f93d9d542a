import { expect } from 'chai';
import { chmodSync } from 'node:fs';
import { parseYaml } from '../../src/config/yaml/yaml-tree.js';
import { formatFault } from '../../src/errors.js';
import { useConfigFolder } from '../support/config-folder.js';

const faultsOf = (yaml: string) => parseYaml('file', yaml).faults.map(formatFault);
const LOOK = 'Is the line aligned with those around it, and is each quote and bracket closed?';

describe('a YAML file', () => {
  describe('with a syntax error', () => {
    const cases: [yaml: string, ...faults: string[]][] = [
      ['\ta: 1', 'file:1:1 not valid YAML: a tab indents this line. YAML takes spaces only.'],
      ['a: @x', 'file:1:4 not valid YAML: a string without quotes cannot begin with "@". Did you forget the quotes?'],
      ['a: "x', 'file:1:6 not valid YAML: a quote is not closed. Did you forget the " at its end?'],
      ['a: [1', 'file:1:6 not valid YAML: "[" is not closed. Did you forget the "]"?'],
      ['a: { b: 1', 'file:1:10 not valid YAML: "{" is not closed. Did you forget the "}"?'],
      [
        'a: b: c',
        'file:1:4 not valid YAML: there is a second ":" in this line. Did you forget the quotes, or a line break?',
      ],
      [
        'a: { b: x c: 1 }',
        'file:1:9 not valid YAML: there is a second ":" before the next comma. Did you forget the comma?',
      ],
      [
        's:\n  - prefix /a\n    strategy: b',
        'file:2:5 not valid YAML: "prefix /a" is not of the form "key: value". Did you forget the colon, or the space behind it?',
      ],
      ['a: 1\nb', 'file:2:1 not valid YAML: "b" is not of the form "key: value". Did you forget the colon?'],
      [
        's:\n  - prefix: a\n strategy: b',
        'file:3:2 not valid YAML: "strategy: b" is not aligned with the keys above it. Is it indented by the same number of spaces?',
      ],
      ["a: 'it's'", `file:1:8 not valid YAML: "s'" is not expected here. ${LOOK}`],
      [
        'a: 1\n---\nb: 2',
        'file:2:1 not valid YAML: a second document begins here. Did you mean to leave out the "---"?',
      ],
      ['a: !foo b', 'file:1:4 not valid YAML: tag "!foo" is unknown. Did you forget the quotes?'],
      [
        'a: @x\nb: 1\nc: `y',
        'file:1:4 not valid YAML: a string without quotes cannot begin with "@". Did you forget the quotes? ' +
          '(And 1 more, which may follow from it.)',
      ],
      [
        's:\n  - prefix: /a\n\tstrategy: b\n  - prefix: /c\n    strategy: d',
        'file:3:1 not valid YAML: a tab indents this line. YAML takes spaces only. (And 1 more, which may follow from it.)',
      ],
      [
        's:\n  - prefix: /a\n    strategy: b\n  -prefix: /c\n    strategy: d\n  - prefix: /e\n    strategy: f',
        'file:4:3 not valid YAML: "-prefix: /c" has no space behind the "-". (And 1 more, which may follow from it.)',
      ],
      ['s:\n  -prefix: /a\n    strategy: b', 'file:2:3 not valid YAML: "-prefix: /a" has no space behind the "-".'],
      [
        's:\n  - prefix: /a\n    strategy: b\n- prefix: /c\n  strategy: d',
        'file:4:1 not valid YAML: "- prefix: /c" is not aligned with the "-" above it. Is it indented by the same number of spaces?',
      ],
      [
        's:\n  - prefix: /a # its path\n     strategy: b # the strategy',
        'file:3:6 not valid YAML: "strategy: b" is indented further than the line above it.',
      ],
      [
        's:\n  host: a\n\n  # a comment\n    port: 1',
        'file:5:5 not valid YAML: "port: 1" is indented further than the line above it.',
      ],
      [
        `a: 1\n${'b'.repeat(50)} # a comment`,
        `file:2:1 not valid YAML: "${'b'.repeat(40)}…" is not of the form "key: value". Did you forget the colon?`,
      ],
    ];
    for (const [yaml, ...faults] of cases) {
      it(`is refused with the place: ${JSON.stringify(yaml)}`, () => expect(faultsOf(yaml)).to.deep.equal(faults));
    }

    it('is refused with the place if it is nested too deeply', () => {
      const steps = Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join('');
      const deep = ['[', '- ', '{a: ', '[\n', '? ', 'a: ', '[a: ', '- [', '&a ['].map((piece) => piece.repeat(5000));
      for (const yaml of [...deep, steps]) {
        const faults = faultsOf(yaml);
        expect(faults).to.have.lengthOf(1);
        expect(faults[0]).to.match(/ the values are nested too deeply here\. Is a bracket or a "-" repeated\?$/);
      }
    });

    it('may have many short lists', () => {
      const wide = [
        'a: [',
        '[1, [2, {b: 3}]], '.repeat(500),
        ']\n',
        ...Array.from({ length: 500 }, (_, i) => `k${i}: - v\n`),
      ];
      expect(faultsOf(wide.join('').replaceAll(': - ', ':\n  - x: '))).to.deep.equal([]);
    });
  });

  describe('with something that a configuration cannot hold', () => {
    const cases: [yaml: string, ...faults: string[]][] = [
      ['a: 1\nb: 2\na: 3', 'file:3:1 "a" is written twice. The first is on line 1.'],
      ['a: { b: 1, "b": 2 }', 'file:1:12 "b" is written twice. The first is on line 1.'],
      ['__proto__: 1', 'file:1:1 key "__proto__" is not allowed.'],
      ['a: .nan', 'file:1:4 ".nan" is not a string, boolean or finite number. Did you forget the quotes?'],
      ['a: 1e999', 'file:1:4 "1e999" is not a string, boolean or finite number. Did you forget the quotes?'],
      ['a: !!set { x }', 'file:1:10 tag "!!set" is not supported. Remove it.'],
      ['a: !!binary aaaa', 'file:1:13 tag "!!binary" is not supported. Remove it.'],
      ['? [a]\n: b', 'file:1:3 a key is not a string. Is a quote, or a "-", in the wrong place?'],
      [': b', 'file:1:1 a key is empty. Is a quote, or a "-", in the wrong place?'],
      ['a: *x', 'file:1:4 alias "*x" names nothing. Is "&x" further down?'],
      ['a: *x\nb: &x 1', 'file:1:4 alias "*x" names nothing. Is "&x" further down?'],
      ['a: &x [*x]', 'file:1:8 alias "*x" is inside the value that it names.'],
      ['a: &x { <<: *x }', 'file:1:13 alias "*x" is inside the value that it names.'],
      ['a: &x 1\nb: { <<: *x }', 'file:2:6 merge key "<<" needs an object. Write an alias such as "*base".'],
    ];
    for (const [yaml, ...faults] of cases) {
      it(`is refused with the place: ${JSON.stringify(yaml)}`, () => expect(faultsOf(yaml)).to.deep.equal(faults));
    }

    it('is refused if aliases multiply its values without end', () => {
      const lists = [
        'a0: &a0 [1, 1]',
        ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`),
      ];
      const merges = [
        'a0: &a0 {x: 1}',
        ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}]}`),
      ];
      const chain = ['a0: &a0 [1]', ...Array.from({ length: 4000 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`)];
      for (const lines of [lists, merges, chain]) {
        const faults = faultsOf(lines.join('\n'));
        expect(faults).to.have.lengthOf(1);
        expect(faults[0]).to.match(/ its aliases make the values grow without end\. Do they hold each other\?$/);
      }
    });
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
    const utf16 = Buffer.from('\uFEFFsnakes: []', 'utf16le');
    expect(folder.faultsOf(folder.write('a.yaml', utf16))).to.deep.equal([
      'a.yaml is not UTF-8 text. Did an editor save it in another encoding?',
    ]);
  });

  it('that is too large is reported', () => {
    expect(folder.faultsOf(folder.write('a.yaml', '#'.repeat(1024 * 1024 + 1)))).to.deep.equal([
      'a.yaml is larger than 1 MB. Is it the right file?',
    ]);
  });

  it('may start with a byte order mark and have Windows line ends', () => {
    expect(folder.faults('\uFEFFsnakes:\r\n  - prefix: /a\r\n    strategy: gredy\r\n')).to.deep.equal([
      'config/snakes.yaml:3:15 strategy "gredy" is not in "../strategies". Did you mean "greedy"?',
    ]);
  });
});
