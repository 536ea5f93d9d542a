/** What the files of all kinds of contests have in common, and the check that a file is whole. */
import { Ajv, type ValidateFunction } from 'ajv';
import { Type } from '../../wire/type.js';
import type { ContestFile } from './contest-file.js';

const text = Type.String();
const closed = { additionalProperties: false };
const strategy = Type.Object(
  { name: text, code: text, options: Type.Object({}), ponder: Type.Optional(Type.Literal(false)) },
  closed,
);
const contestant = { anyOf: [strategy, Type.Object({ url: text }, closed)] };

const plan = Type.Object({ names: Type.Array(text), flags: Type.Object({}) }, closed);

export interface ContestFileRules<Tally> {
  readonly format: string;
  readonly tally: object;
  /** The schemas of those settings that are read again. */
  readonly settings: Readonly<Record<string, object>>;
  readonly minContestants: number;
  /** Numbers that should follow from each other and do not, in one clause. */
  readonly findContradiction: (saved: ContestFile<Tally>) => string | undefined;
}

/** The check that the content of a file is whole; see `ContestKind.findDamage`. */
export function createDamageFinder<Tally>(rules: ContestFileRules<Tally>): (content: unknown) => string | undefined {
  /** Compiled when it is needed, in 30 ms: few contests are resumed. */
  let isWhole: ValidateFunction<ContestFile<Tally>> | undefined;
  return (content) => {
    isWhole ??= compile(rules);
    if (isWhole(content)) return rules.findContradiction(content);
    const { instancePath, message = 'is wrong' } = isWhole.errors![0]!;
    return `${instancePath.slice(1).replaceAll('/', '.') || 'the content'} ${message}`;
  };
}

function compile<Tally>({ format, tally, settings, minContestants }: ContestFileRules<Tally>) {
  const given = Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, Type.Unsafe(schema)]));
  const identity = Type.Object(
    {
      contestants: Type.Array(Type.Unsafe(contestant), { minItems: minContestants }),
      settings: Type.Object(given),
    },
    closed,
  );
  const schema = Type.Object({ format: Type.Literal(format), plan, identity, tally: Type.Unsafe(tally) }, closed);
  const options = { strict: true, strictRequired: false, validateSchema: false, discriminator: true };
  return new Ajv(options).compile<ContestFile<Tally>>(schema);
}
