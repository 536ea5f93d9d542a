/** `clients/python/serpentarium.py` on its own. `test/e2e/snakes/process` and `test/e2e/host` play it on a host. */
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { GameRequest } from '../../../src/wire/resources.js';
import { python } from '../../support/command-fixtures.js';
import { inRepository } from '../../support/fixtures.js';
import { sketchRequest } from '../../support/requests.js';

/** The members of an object, each with its own; null for what is no object. A list is as its items are. */
type Shape = { readonly [name: string]: Shape } | null;

const describeAll = python === undefined ? describe.skip : describe;

describeAll('serpentarium.py', () => {
  it('has types for all that a turn has', () => {
    const { stdout } = run(`
import json, typing, serpentarium
def shape(type):
    if typing.get_origin(type) is typing.Union:
        return shape(typing.get_args(type)[0])
    if typing.get_origin(type) is list:
        return shape(typing.get_args(type)[0])
    if not typing.is_typeddict(type) if hasattr(typing, "is_typeddict") else not hasattr(type, "__total__"):
        return None
    return {name: shape(own) for name, own in typing.get_type_hints(type).items()}
print(json.dumps(shape(serpentarium.Turn)))`);
    expect(JSON.parse(stdout)).to.deep.equal(shapeOf(GameRequest));
  });

  it('answers the lines of a host, and ends with its input', () => {
    const { stdout, stderr } = run(
      `
import serpentarium
@serpentarium.start
def start(turn): return {"moves": 0}
@serpentarium.move
def move(turn, context):
    context.memory["moves"] += 1
    print("thinking")
    context.propose("down")
    context.log("seen", id=9, move="up", food=len(turn["board"]["food"]))
    return {"move": "left", "shout": f"{context.memory['moves']} {context.options['mood']}"}
serpentarium.run(color="#123456")`,
      game([{ type: 'hello', options: { mood: 'calm' } }, 'start', 'move', 'move', 'end']),
    );
    const seen = { log: 'seen', game: 'k', id_: 9, move_: 'up', food: 0 };
    expect(jsonLines(stdout)).to.deep.equal([
      { type: 'hello', protocol: 1, customization: { color: '#123456' }, games: 'many' },
      { done: 'k' },
      ...[1, 2].flatMap((id) => [{ id, propose: 'down' }, seen, { id, move: 'left', shout: `${id} calm` }]),
      { done: 'k' },
    ]);
    expect(stderr).to.equal('thinking\nthinking\n');
  });

  it('lets a test call the function with its own context', () => {
    const turn = JSON.stringify(sketchRequest());
    run(`
import json, snake
from serpentarium import Context
turn = json.loads(${JSON.stringify(turn)})
assert snake.move(turn, Context(turn)) in ("up", "down", "left", "right")
context = Context(turn, left=1000, options={"a": 1})
assert 0 < context.left() <= 1000 and context.options == {"a": 1} and not context.stopped
assert context.random.random() == Context(turn).random.random()`);
  });

  it('says what is missing, or there twice', () => {
    for (const [script, wrong] of [
      ['', /No function of this snake is decorated with @serpentarium\.move/],
      [
        'move = serpentarium.move\n@move\ndef one(t): pass\n@move\ndef two(t): pass',
        /@move decorates both one and two/,
      ],
    ] as const) {
      const all = `import serpentarium\n${script}\nserpentarium.run()`;
      const { status, stderr } = spawnSync(python!, ['-B', '-c', all], {
        cwd: inRepository('clients/python'),
        encoding: 'utf8',
      });
      expect(status).to.equal(1);
      expect(stderr).to.match(wrong);
    }
  });
});

/** Runs a script next to the module. Returns what it wrote to both streams; fails the test if it fails. */
function run(script: string, input = ''): { readonly stdout: string; readonly stderr: string } {
  const cwd = inRepository('clients/python');
  const { status, stdout, stderr } = spawnSync(python!, ['-B', '-c', script], { cwd, input, encoding: 'utf8' });
  expect(status, stderr).to.equal(0);
  return { stdout, stderr };
}

function jsonLines(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** Lines of a host, each given by its type or whole; moves are numbered from 1. */
function game(messages: readonly (string | object)[]): string {
  let id = 0;
  const turn = sketchRequest();
  const lines = messages.map((message) => {
    if (typeof message !== 'string') return message;
    return { type: message, game: 'k', turn, ...(message === 'move' && { id: ++id, left: 400 }) };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function shapeOf(schema: object): Shape {
  const { properties, items } = schema as { properties?: Record<string, object>; items?: object };
  if (items !== undefined) return shapeOf(items);
  if (properties === undefined) return null;
  return Object.fromEntries(Object.entries(properties).map(([name, own]) => [name, shapeOf(own)]));
}
