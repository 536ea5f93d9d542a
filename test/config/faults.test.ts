import { expect } from 'chai';
import { join } from 'node:path';
import { listKeys } from '../../src/config/schema.js';
import { useConfigFolder } from '../support/config-folder.js';

const SNAKE = 'snakes: [{ prefix: /greedy, strategy: greedy }]';
const server = (keys: string) => `${SNAKE}\nserver: { ${keys} }`;
const snake = (keys: string) => `snakes:\n  - prefix: /greedy\n    strategy: greedy\n    ${keys}`;
const experiment = (keys: string) =>
  `snakes:\n  - { prefix: /a, strategy: greedy }\n  - { prefix: /two, strategy: greedy }\n` +
  `experiments: [{ prefix: /champion, name: better, ${keys} }]`;
const sideBySide = (list: string) => experiment('').replace(/\[.*\]/, `[${list}]`);
const SNAKE_KEYS = listKeys()
  .flatMap((path) => /^snakes\[\]\.(\w+)$/.exec(path)?.[1] ?? [])
  .map((key) => `"${key}"`)
  .join(', ');
const ISOLATIONS = '"process", "sandbox", "prefer-sandbox" or "inline"';

/** A file and all its faults, in which `file` replaces the path. */
type Case = readonly [title: string, yaml: string, ...faults: string[]];

const KEYS: Case[] = [
  ['a top key', `${SNAKE}\nsever: 1`, 'file:2:1 unknown key "sever". Did you mean "server"?'],
  [
    'a key that resembles no other',
    `${SNAKE}\nxyzzy:`,
    'file:2:1 unknown key "xyzzy". Known keys: "server", "strategies", "snakes", "experiments", "alerts", "journal".',
  ],
  [
    'a key of another level',
    `${SNAKE}\nport: 1`,
    'file:2:1 unknown key "port". Does it belong at "server.port" or "server.admin.port"?',
  ],
  ['a key of the server', server('prot: 1'), 'file:2:11 unknown key "prot". Did you mean "port"?'],
  ['a key of the admin', server('admin: { hots: x }'), 'file:2:20 unknown key "hots". Did you mean "host"?'],
  ['a key of a snake', snake('memroy: 1'), 'file:4:5 unknown key "memroy". Did you mean "memory"?'],
  [
    'a key of a snake that resembles no other',
    snake('xyzzy: 1'),
    `file:4:5 unknown key "xyzzy". Known keys: ${SNAKE_KEYS}.`,
  ],
  [
    'the color outside of the customization',
    snake('color: red'),
    'file:4:5 unknown key "color". Does it belong at "snakes[].customization.color"?',
  ],
  [
    'a key of the customization',
    snake("customization: { colour: '#ff0000' }"),
    'file:4:22 unknown key "colour". Did you mean "color"?',
  ],
  [
    'no space after a colon',
    server('port:8000'),
    'file:2:11 unknown key "port:8000". Did you forget the space after "port:"?',
  ],
  ['a key that is a number', snake('1: 2'), `file:4:5 unknown key "1". Known keys: ${SNAKE_KEYS}.`],
  ['a key of every object', snake('constructor: 2'), `file:4:5 unknown key "constructor". Known keys: ${SNAKE_KEYS}.`],
];

const SHAPES: Case[] = [
  ['a list', '- a', 'file:1:1 the file is a list, not an object with the key "snakes".'],
  ['a string', 'hello', 'file:1:1 the file is "hello", not an object with the key "snakes".'],
  [
    'a key that is needed and misspelt, once',
    'snakes: [{ prefix: /a, strategi: greedy }]',
    'file:1:24 unknown key "strategi". Did you mean "strategy"?',
  ],
  ['no snakes', 'strategies: ../strategies', 'file:1:1 "snakes" is missing: the snakes to serve.'],
  [
    'snakes that are null, and nothing that follows from it',
    '# none\nsnakes:\nexperiments: [{ prefix: /x, name: x, base: /a, candidate: /b, split: 0.5 }]',
    'file:2:1 "snakes" is empty. Expected a list in which each snake begins with "- prefix:".',
  ],
  [
    'a prefix that is null',
    'snakes: [{ prefix: , strategy: greedy }]',
    'file:1:12 "prefix" is empty. Expected a string.',
  ],
  [
    'snakes that are written twice, and nothing that follows from it',
    `${SNAKE}\nexperiments: [{ prefix: /x, name: x, base: /a, candidate: /b, split: 0.5 }]\n${SNAKE}`,
    'file:3:1 "snakes" is written twice. Remove one of them.',
  ],
  [
    'an empty list of snakes',
    'snakes: []',
    'file:1:1 "snakes" is empty. Expected a list in which each snake begins with "- prefix:".',
  ],
  [
    'one snake without its dash',
    'snakes: { prefix: /a, strategy: greedy }',
    'file:1:1 "snakes" is an object, not a list in which each snake begins with "- prefix:".',
  ],
  [
    'snakes that are not objects',
    'snakes:\n  -\n  - greedy\n',
    'file:2:4 item 1 of "snakes" is null, not an object that begins with "prefix:".',
    'file:3:5 item 2 of "snakes" is "greedy", not an object that begins with "prefix:".',
  ],
  [
    'a snake without prefix and strategy',
    'snakes:\n  - name: x',
    'file:2:5 "prefix" is missing: path of the snake, such as "/greedy".',
    'file:2:5 "strategy" is missing: name of a file in the strategies directory, without .ts or .js. For a snake in another language, write "command" or "upstream".',
  ],
  ['an empty string', snake("name: ''"), 'file:4:11 "name" is empty. Expected a string.'],
  [
    'a version without quotes',
    snake('version: 1.5'),
    'file:4:14 "version" is 1.5, not a string. Did you forget the quotes?',
  ],
  ['options that are a list', snake('options: [1]'), 'file:4:5 "options" is a list, not an object.'],
  [
    'a customization that is a string',
    snake('customization: red'),
    'file:4:20 "customization" is "red", not an object with "color", "head" and "tail".',
  ],
  [
    'an unknown isolation',
    snake('isolation: inlin'),
    `file:4:16 "isolation" is "inlin", not ${ISOLATIONS}. Did you mean "inline"?`,
  ],
  ['an isolation of another type', snake('isolation: 1'), `file:4:16 "isolation" is 1, not ${ISOLATIONS}.`],
  [
    'variables with values',
    snake('env: [A=b, 3]'),
    'file:4:11 item 1 of "env" is "A=b", not the name of a variable.',
    'file:4:16 item 2 of "env" is 3, not the name of a variable. Did you forget the quotes?',
  ],
  [
    'variables that are not a list',
    snake('env: API_KEY'),
    'file:4:10 "env" is "API_KEY", not a list of names, such as "[API_KEY]".',
  ],
  [
    'a strategies directory of another type',
    `${SNAKE}\nstrategies: [a]`,
    'file:2:1 "strategies" is a list, not a string.',
  ],
  [
    'a server of another type',
    `${SNAKE}\nserver: 8000`,
    'file:2:9 "server" is 8000, not an object with keys such as "port".',
  ],
];

const NUMBERS: Case[] = [
  [
    'a port in quotes',
    server("port: '8000'"),
    'file:2:17 "port" is "8000", not a whole number. Did you mean it without the quotes?',
  ],
  ['a port with a fraction', server('port: 80.5'), 'file:2:17 "port" is 80.5, not a whole number.'],
  ['a port that is too large', server('port: 65536'), 'file:2:17 "port" is 65536, not between 0 and 65535.'],
  ['an admin port below zero', server('admin: { port: -1 }'), 'file:2:26 "port" is -1, not between 0 and 65535.'],
  [
    'a drain that is too long',
    server('drain: 60001, grace: 70000'),
    'file:2:18 "drain" is 60001, not between 0ms and 1m.',
  ],
  ['a grace that is too long', server('grace: 600001'), 'file:2:18 "grace" is 600001, not between 0ms and 10m.'],
  ['a grace in words', server('grace: 5 sec'), 'file:2:18 "grace" is "5 sec", not a time such as "500ms" or "5s".'],
  ['a malformed size', server('maxBody: 6m'), 'file:2:20 "maxBody" is "6m", not a size such as "512kb" or "6mb".'],
  ['a size that is too small', server('maxBody: 100'), 'file:2:20 "maxBody" is 100, not between 16kb and 64mb.'],
  ['a size that is too large', server('maxBody: 1gb'), 'file:2:20 "maxBody" is "1gb", not between 16kb and 64mb.'],
  [
    'a size of another type',
    server('maxBody: true'),
    'file:2:20 "maxBody" is true, not a size such as "512kb" or "6mb".',
  ],
  ['no processes', snake('processes: 0'), 'file:4:16 "processes" is 0, not between 1 and 64.'],
  ['another priority', snake('priority: urgent'), 'file:4:15 "priority" is "urgent", not "high", "normal" or "low".'],
  ['too little memory', snake('memory: 32mb'), 'file:4:13 "memory" is "32mb", not between 64mb and 64gb.'],
  ['an overhead below zero', snake('overhead: -1'), 'file:4:15 "overhead" is -1, not a time such as "500ms" or "5s".'],
];

const SERVER: Case[] = [
  [
    'a host that is a URL',
    server("host: 'http://x'"),
    'file:2:17 "host" is "http://x", not an address such as "0.0.0.0" or a host name.',
  ],
  [
    'an admin that is false',
    server('admin: false'),
    'file:2:18 "admin" is false, not "off", or an object with "port", "host", "token" and "path".',
  ],
  [
    'an admin that is another word',
    server('admin: of'),
    'file:2:18 "admin" is "of", not "off", or an object with "port", "host", "token" and "path".',
  ],
  [
    'proxies that are no addresses',
    server('trustedProxies: [10.0.0.0/33, router, 127.0.0.1, fd00::/8, 10.0.0.1/8/9]'),
    'file:2:28 "10.0.0.0/33" is not an address or a network such as "10.0.0.0/8".',
    'file:2:41 "router" is not an address or a network such as "10.0.0.0/8".',
    'file:2:70 "10.0.0.1/8/9" is not an address or a network such as "10.0.0.0/8".',
  ],
  ['the same port twice', server('port: 8090'), 'file:2:1 "port" is 8090, the port of "server". Each needs its own.'],
  [
    'the same port twice, both written',
    server('port: 80, admin: { port: 80 }'),
    'file:2:36 "port" is 80, the port of "server". Each needs its own.',
  ],
  ['a grace within drain', server('drain: 6000'), 'file:2:1 "grace" is shorter than "drain". Both count from SIGTERM.'],
];

const EXPERIMENTS: Case[] = [
  [
    'sides that are not snakes',
    experiment('base: /one, candidate: /tow'),
    'file:4:56 no snake at "/one". Snakes: "/a", "/two".',
    'file:4:73 no snake at "/tow". Did you mean "/two"?',
  ],
  [
    'a snake against itself',
    experiment('base: /a, candidate: /a'),
    'file:4:71 "candidate" is the same snake as "base". Name another variant.',
  ],
  [
    'a split of 1',
    experiment('base: /a, candidate: /two, split: 1'),
    'file:4:84 "split" is 1, not between 0.01 and 0.99.',
  ],
  [
    'a split together with a shadow',
    experiment('base: /a, candidate: /two, shadow: true, split: 0.5'),
    'file:4:91 "split" cannot be combined with "shadow: true": the base answers every game. Remove one of them.',
  ],
  [
    'a shadow that is a string',
    experiment('base: /a, candidate: /two, shadow: yes'),
    'file:4:85 "shadow" is "yes", not true or false.',
  ],
  [
    'keys of a URL that an experiment side by side does not have',
    sideBySide('{ name: x, base: /a, candidate: /two, split: 0.5, key: abcdefgh, shadow: false }'),
    'file:4:53 "split" needs a "prefix": without one, each side has its own URL.',
    'file:4:65 "key" needs a "prefix": without one, each side has its own URL.',
    'file:4:80 "shadow" needs a "prefix": without one, each side has its own URL.',
  ],
  [
    'a snake in two experiments side by side',
    sideBySide('{ name: x, base: /a, candidate: /two }, { name: y, base: /two, candidate: /a }'),
    'file:4:72 "/two" already plays side by side in "x".',
    'file:4:89 "/a" already plays side by side in "x".',
  ],
  [
    'an experiment side by side without a journal',
    `${sideBySide('{ name: x, base: /a, candidate: /two }')}\njournal: off`,
    'file:4:17 without a "prefix", the experiment compares games of the journal, which is "off" on line 5. Remove "journal: off".',
  ],
  [
    'a prefix that a snake has',
    experiment('base: /a, candidate: /two').replace('/champion', '/two'),
    'file:4:25 prefix "/two" is taken: the snake on line 3 has the same. "/two-2" is free.',
  ],
  [
    'steps that do not grow',
    experiment('base: /a, candidate: /two, steps: [0.2, 0.5, 0.5]'),
    'file:4:95 a step is no larger than the one before. Write them in growing order.',
  ],
  [
    'steps and another split',
    experiment('base: /a, candidate: /two, split: 0.3, steps: [0.2, 0.5]'),
    'file:4:77 "split" is not the last of "steps". Remove one of them.',
  ],
  [
    'games of steps without steps',
    experiment('base: /a, candidate: /two, stepGames: 9'),
    'file:4:77 "stepGames" belongs to "steps", which the experiment does not have.',
  ],
  [
    'steps and a promotion of a shadow',
    experiment('base: /a, candidate: /two, shadow: true, steps: [0.2], promote: auto'),
    'file:4:91 "steps" cannot be combined with "shadow: true": the base answers every game. Remove one of them.',
    'file:4:105 "promote" cannot be combined with "shadow: true": the base answers every game. Remove one of them.',
  ],
];

const JOURNAL: Case[] = [
  [
    'a journal that is false',
    'journal: false\nsnakes: [{ prefix: /a, strategy: greedy }]',
    'file:1:10 "journal" is false, not "off", or an object with "path", "url", "keepFor" and "maxSize".',
  ],
  [
    'a shadow without a journal',
    `${experiment('base: /a, candidate: /two, shadow: true')}\njournal: off`,
    'file:4:77 "shadow: true" needs the journal, which is "off" on line 5: nothing would keep what the candidate answers. ' +
      'Did you mean "split"? Or remove "journal: off".',
  ],
  [
    'steps and automatic promotion without a journal',
    `${experiment('base: /a, candidate: /two, steps: [0.2, 0.5], promote: auto')}\njournal: off`,
    'file:4:77 "steps" counts games of the journal, which is "off" on line 5. Remove one of them.',
    'file:4:96 "promote" counts games of the journal, which is "off" on line 5. Remove one of them.',
  ],
  [
    'an admin port without a token for other machines',
    server("admin: { host: '::' }"),
    'file:2:26 "host" is "::", which other machines can reach: the admin port needs a "token". Did you forget it?',
  ],
  [
    'an admin path without a token',
    server('admin: { path: /admin }'),
    'file:2:26 "path" shows the admin port to everybody: it needs a "token". Did you forget it?',
  ],
  [
    'an admin path that is none',
    server('admin: { path: admin, token: sesame }'),
    'file:2:26 "path" is "admin", not a path such as "/admin".',
  ],
  [
    'a snake below the admin path',
    'server: { admin: { path: /ops, token: sesame } }\nsnakes: [{ prefix: /ops/a, strategy: greedy }]',
    'file:2:20 prefix "/ops/a" is below "/ops", the path of "server.admin". Choose another.',
  ],
  [
    'a snake below the path of shared games',
    'server: { share: true }\nsnakes: [{ prefix: /share/a, strategy: greedy }]',
    'file:2:20 prefix "/share/a" is below "/share", the path of "server.share". Choose another.',
  ],
  [
    'an admin path below the path of shared games',
    server('share: true, admin: { path: /share/ops, token: sesame }'),
    'file:2:39 "path" is "/share/ops", and shared games are below "/share". Choose another.',
  ],
  [
    'shared games without a page to share them',
    server('share: true, admin: off'),
    'file:2:18 "share" cannot be combined with "admin: off". Remove one of them.',
  ],
  [
    'shared games without a journal',
    `${server('share: true')}\njournal: off`,
    'file:2:18 "share" cannot be combined with "journal: off". Remove one of them.',
  ],
];

const CUSTOMIZATION: Case[] = [
  ['a colour by name', snake('customization: { color: red }'), 'file:4:29 color "red" is not of the form "#rrggbb"'],
  ['a short colour', snake("customization: { color: '#f00' }"), 'file:4:29 color "#f00" is not of the form "#rrggbb"'],
  [
    'a colour that is a number',
    snake('customization: { color: 112233 }'),
    'file:4:29 "color" is 112233, not a string. Did you forget the quotes?',
  ],
  [
    'a colour that YAML reads as a comment',
    snake('customization:\n      color: #ff0000\n'),
    'file:5:7 "color" is empty: "#ff0000" begins a comment. Did you forget the quotes?',
  ],
  [
    'the same within brackets',
    snake('customization: { color: #ff0000 }'),
    'file:4:22 "color" is empty: "#ff0000" begins a comment. Did you forget the quotes?',
  ],
];

describe('faults of a configuration', () => {
  const folder = useConfigFolder();
  const groups = {
    'unknown keys': KEYS,
    shapes: SHAPES,
    numbers: NUMBERS,
    'the server': SERVER,
    'the customization': CUSTOMIZATION,
    experiments: EXPERIMENTS,
    'the journal': JOURNAL,
  };
  for (const [group, cases] of Object.entries(groups)) {
    describe(group, () => {
      for (const [title, yaml, ...faults] of cases) {
        it(`include ${title}`, () => {
          expect(folder.faults(yaml)).to.deep.equal(
            faults.map((fault) => fault.replace(/^file/, 'config/snakes.yaml')),
          );
        });
      }
    });
  }

  it('reports faults under the path as given', () => {
    expect(folder.faultsOf('nowhere/snakes.yaml')).to.deep.equal([
      `nowhere/snakes.yaml does not exist. It was looked for at "${join(process.cwd(), 'nowhere/snakes.yaml')}".`,
    ]);
  });
});
