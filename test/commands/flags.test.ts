import { expect } from 'chai';
import { CommanderError } from 'commander';
import { UsageError } from '../../src/errors/errors.js';
import { choiceOf, time, whole } from '../../src/commands/arguments.js';
import {
  argument,
  flag,
  former,
  listOf,
  planFlag,
  required,
  anyText,
  type Flag,
  type ValuesOf,
} from '../../src/commands/flags.js';
import { callOf } from '../support/called.js';

const FLAGS = [
  flag('-W, --width <CELLS>', '', whole(1, 9), 7),
  flag('--per-game <NUMBER>', '', whole(1, 9)),
  flag('--kind <KIND>', '', choiceOf(['a', 'b'])),
  flag('--pause [TIME]', '', time('1s', '10s')),
  flag('--name <NAME>', '', listOf(anyText)),
  flag('--force', ''),
  flag('--no-compare', ''),
  flag('--color', ''),
  flag('--no-color', ''),
];
type Flags = ValuesOf<typeof FLAGS>;

describe('a declared flag', () => {
  it('has its default, or is absent', () => {
    const flags: Flags = callOf([], FLAGS).flags;
    expect(flags).to.deep.equal({ width: 7, compare: true });
  });

  it('has a value of its type', () => {
    const line = '-W 9 --per-game 2 --kind b --pause 2s --name x --name y --force --no-compare --no-color';
    const flags: Flags = callOf(line.split(' '), FLAGS).flags;
    const name: readonly string[] = ['x', 'y'];
    const all: Flags = {
      width: 9,
      perGame: 2,
      kind: 'b',
      pause: 2000,
      name,
      force: true,
      compare: false,
      color: false,
    };
    expect(flags).to.deep.equal(all);
    expect(callOf(['--pause'], FLAGS).flags.pause satisfies number | true | undefined).to.equal(true);
  });

  it('is a type error where it is mistaken for another one', () => {
    const { flags, given } = callOf([], FLAGS);
    // @ts-expect-error: nobody declared it.
    expect(flags.widht).to.equal(undefined);
    // @ts-expect-error: it may be absent.
    expect(flags.perGame satisfies number).to.equal(undefined);
    // @ts-expect-error: another type.
    expect(flags.width satisfies string).to.equal(7);
    // @ts-expect-error: its name is "perGame".
    expect(given.includes('per-game')).to.equal(false);
    // @ts-expect-error: a flag with a default is never absent.
    const none: Flags = { compare: true };
    expect(none).to.deep.equal({ compare: true });
  });

  it('is named in the order of the command line', () => {
    const { given } = callOf('--name x --no-color --width 8 --name y'.split(' '), FLAGS);
    expect(given).to.deep.equal(['name', 'color', 'width', 'name']);
  });

  it('answers by its former name with the present one', () => {
    const flags = [
      flag('--lease <TIME>', ''),
      ...former('--lock [TIME]', '--lease'),
      ...former('--force', '--any-url'),
    ];
    for (const line of ['--lock 3s', '--lock', '--lock=3s'])
      expect(() => callOf(line.split(' '), flags), line).to.throw(UsageError, '--lock is now called "--lease".');
    expect(() => callOf(['--force'], flags)).to.throw(UsageError, '--force is now called "--any-url".');
    expect(callOf(['--lease', '3s'], flags).flags).to.deep.equal({ lease: '3s' });
  });

  it('loses no value: it is a list, or wrong if another one would replace the first', () => {
    const flags = [
      flag('-x, --one <N>', ''),
      flag('--many <N>', '', listOf(anyText)),
      flag('--json', ''),
      flag('--kept', ''),
      flag('--no-kept', ''),
    ];
    const callWith = (line: string) => () => callOf(line.split(' '), flags);
    expect(callWith('--many 1 --many 2 --json --json')().flags.many).to.deep.equal(['1', '2']);
    expect(callWith('--one 1 -x 2')).to.throw(CommanderError, '--one would replace an earlier --one');
    expect(callWith('--kept --no-kept')).to.throw(CommanderError, '--no-kept would replace an earlier --kept');
  });

  it('may be required', () => {
    const flags = [required(flag('-o, --output <FILE>', ''))];
    expect(callOf(['-o', 'x'], flags).flags.output satisfies string).to.equal('x');
    expect(() => callOf([], flags)).to.throw(CommanderError, "required option '-o, --output <FILE>' not specified");
  });

  it('carries its part as a type', () => {
    const parted: Flag<string, unknown, 'plan'> = planFlag('--seed <SEED>', '');
    // @ts-expect-error: this one belongs to no part.
    const other: Flag<string, unknown, 'plan'> = flag('--seed <SEED>', '');
    expect([parted.part, other.part]).to.deep.equal(['plan', undefined]);
  });
});

describe('a declared argument', () => {
  it('has a value of its type', () => {
    const words = [argument('<GAME>', ''), argument('[DIR]', ''), argument('[N...]', '', whole(1, 9))] as const;
    const parsed: readonly [string, string | undefined, readonly number[]] = callOf(
      ['x', 'y', '1', '2'],
      [],
      words,
    ).words;
    expect(parsed).to.deep.equal(['x', 'y', [1, 2]]);
    expect(callOf(['x'], [], words).words).to.deep.equal(['x', undefined, []]);
  });
});
