/** Flags and arguments. A declaration has the parser, the text of the help, and the type of the value. */
import { Argument, Option } from 'commander';
import { DEFAULT_CONFIG } from '../config/read-text.js';
import { usageFault } from '../errors/errors.js';

/**
 * What a flag of a contest belongs to. The `plan` decides the games; the `run` is how they are played, and `--resume`
 * may change it. A saved contest has the flags of both. A flag of the `call` applies once, and is never saved.
 */
export type FlagPart = 'plan' | 'run' | 'call';

/** Reads one word from the command line. Throws an `InvalidArgumentError` for a wrong one. */
export interface Parser<Value> {
  /** `before`: the value so far of a flag that is repeated. */
  (text: string, before?: unknown): Value;
  /** All words that it accepts, if the help lists them. */
  readonly choices?: readonly string[];
  /** Present if a repeated flag adds a value. */
  readonly isList?: true;
  /** Writes a default for the help (default: as JSON). */
  format?(value: Value): string;
}

export interface Flag<Name extends string = string, Value = unknown, Part = FlagPart | undefined> {
  /** The key of its value: `perGame` of `--per-game <NUMBER>`. */
  readonly name: Name;
  readonly part: Part;
  readonly option: Option;
  /** Never set: it carries the type. */
  readonly type?: () => Value;
}

type Camel<Word> = Word extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Word & string;
type LongOf<Usage extends string> = `${Usage} ` extends `${string}--${infer Long} ${string}` ? Long : never;
type NameOf<Usage extends string> = Camel<LongOf<Usage> extends `no-${infer Long}` ? Long : LongOf<Usage>>;
/** The value of a flag that is given. `--no-x` alone is true without it. */
type Given<Usage, Value> = Usage extends `${string}<${string}`
  ? Value
  : Usage extends `${string}[${string}`
    ? Value | true
    : Usage extends `--no-${string}`
      ? boolean
      : true;
type Absent<Usage, Fallback> = Usage extends `--no-${string}` ? never : Extract<Fallback, undefined>;

function makerOf<Part extends FlagPart | undefined>(part: Part) {
  return <
    const Usage extends string,
    Parse extends Parser<unknown> = Parser<string>,
    Fallback extends ReturnType<Parse> | undefined = undefined,
  >(
    usage: Usage,
    description: string,
    parse?: Parse,
    fallback?: Fallback,
  ): Flag<NameOf<Usage>, Given<Usage, ReturnType<Parse>> | Absent<Usage, Fallback>, Part> => {
    const option = withParser(new Option(usage, description), parse);
    if (fallback !== undefined) option.default(fallback, parse?.format?.(fallback));
    return { name: option.attributeName() as NameOf<Usage>, part, option };
  };
}

/** Declares a flag, as in `flag('--limit <N>', 'at most this many games', whole(1, 500), 20)`. */
export const flag = makerOf(undefined);
/** Flags of contests, by their part. */
export const planFlag = makerOf('plan');
export const runFlag = makerOf('run');
export const callFlag = makerOf('call');

/** The same flag, without which a call is wrong. */
export function required<Name extends string, Value, Part>(one: Flag<Name, Value, Part>) {
  one.option.makeOptionMandatory();
  return one as Flag<Name, Exclude<Value, undefined>, Part>;
}

/** The same flags, below a heading of the help. */
export function below<const Flags extends readonly Flag[]>(heading: string, flags: Flags): Flags {
  for (const { option } of flags) option.helpGroup(`${heading}:`);
  return flags;
}

/** A flag by its former name: a call with it is refused with the present one, so no code sees a value of it. */
export function former(usage: string, now: string): readonly [] {
  const option = new Option(usage).hideHelp().preset('');
  option.argParser(() => {
    throw usageFault(option.long!, `is now called "${now}".`);
  });
  return [{ name: option.attributeName(), part: 'call', option }] as readonly unknown[] as readonly [];
}

export interface WordArgument<Value = unknown> {
  readonly argument: Argument;
  /** Never set: it carries the type. */
  readonly type?: () => Value;
}

type WordsFor<Usage, Value> = Usage extends `${string}...${string}`
  ? readonly Value[]
  : Value | (Usage extends `[${string}` ? undefined : never);

/** Declares an argument: `<NAME>`, `[NAME]`, `<NAME...>` or `[NAME...]`. */
export function argument<const Usage extends string, Parse extends Parser<unknown> = Parser<string>>(
  usage: Usage,
  description: string,
  parse?: Parse,
): WordArgument<WordsFor<Usage, ReturnType<Parse>>> {
  const argued = new Argument(usage, description);
  return { argument: withParser(argued, argued.variadic && parse ? listOf(parse) : parse) };
}

function withParser<Declared extends Option | Argument>(declared: Declared, parse?: Parser<unknown>): Declared {
  if (parse?.choices !== undefined) declared.choices(parse.choices);
  if (parse !== undefined) declared.argParser(parse);
  return declared;
}

/** Any text. */
export const anyText = (word: string) => word;

/** For a flag or an argument that is repeated: all its values. */
export function listOf<Value>(parse: Parser<Value>): Parser<readonly Value[]> {
  const parseNext = (word: string, before?: unknown) => [...((before ?? []) as readonly Value[]), parse(word)];
  return Object.assign(parseNext, { isList: true } as const);
}

export const JSON_FLAG = flag('--json', 'print JSON');

export function configFlag(description: string) {
  return planFlag('--config <FILE>', description, anyText, DEFAULT_CONFIG);
}

type ValueOf<One, Name extends string> = One extends Flag<Name, infer Value> ? Value : never;
type OptionalIn<One extends Flag> = {
  [Name in One['name']]: undefined extends ValueOf<One, Name> ? Name : never;
}[One['name']];
type AllOf<One extends Flag> = {
  readonly [Name in Exclude<One['name'], OptionalIn<One>>]: ValueOf<One, Name>;
} & {
  readonly [Name in OptionalIn<One>]?: Exclude<ValueOf<One, Name>, undefined>;
};

/** The values of some flags, by name. A flag that is not given, and has no default, is absent. */
export type ValuesOf<Flags extends readonly Flag[]> = AllOf<Flags[number]>;

/** The values of flags with these names, of which some may be absent. */
export function pickValues<Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  const picked = names.filter((name) => name in values).map((name) => [name, values[name]] as const);
  return Object.fromEntries(picked) as Pick<Values, Name>;
}

/** The values of some arguments, in their order. */
export type WordsOf<Arguments extends readonly WordArgument[]> = {
  readonly [Index in keyof Arguments]: Arguments[Index] extends WordArgument<infer Value> ? Value : never;
};
