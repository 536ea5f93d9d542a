/** Fills and checks a snake's options against the schema that its strategy exports. */
import { runInNewContext } from 'node:vm';
import { Ajv, type ErrorObject } from 'ajv';
import { didYouMean } from '../../errors/did-you-mean.js';
import { messageOf } from '../../errors/errors.js';
import type { Path } from '../../errors/json-pointer.js';
import { isRecord, kindOf } from '../../errors/kind-of.js';
import { describeWrongValue, toSchemaFault } from '../../errors/schema-faults.js';

/**
 * One validator for all strategies. It keeps no schema, so two of them may have the same `$id`. It skips the check
 * against the meta schema, which takes longer than everything else here and finds nothing that compiling does not. Nor
 * does it optimize code that runs once.
 */
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  useDefaults: true,
  strict: false,
  addUsedSchema: false,
  validateSchema: false,
  code: { optimize: false },
});

/** The longest that compiling a schema and checking options against it may take, in ms; both usually take a few. */
const CHECK_LIMIT_MS = 2000;

/** A fault in the options: its path below `options:`, and a sentence. */
export interface OptionsFault {
  readonly path: Path;
  readonly message: string;
}

type Filled = { readonly options: Record<string, unknown> } | { readonly faults: OptionsFault[] };

/**
 * Returns the options with all defaults filled in, or all faults in them. Without a schema, every option is a fault:
 * the strategy expects none. A schema that does not mention `additionalProperties` refuses unknown ones, so a misspelt
 * option stops the start.
 */
export function fillOptions(schema: unknown, written: Readonly<Record<string, unknown>>): Filled {
  const options = structuredClone(written) as Record<string, unknown>;
  if (schema === undefined) {
    const faults = Object.keys(options).map((name): OptionsFault => {
      return { path: [name], message: `the strategy exports no "options", so "${name}" has no effect.` };
    });
    return faults.length === 0 ? { options } : { faults };
  }
  const bare = findBareDefaults(schema);
  if (bare.length > 0) return { faults: bare };
  try {
    // It ends endless loops and regular expressions, too.
    return runInNewContext('run()', { run: () => check(schema, options) }, { timeout: CHECK_LIMIT_MS }) as Filled;
  } catch (thrown) {
    return { faults: [{ path: [], message: describeFailure(thrown) }] };
  }
}

/** Fills in the defaults **in place**. Throws if the schema is not a JSON schema. */
function check(schema: unknown, options: Record<string, unknown>): Filled {
  const closed = { type: 'object', additionalProperties: false, ...(schema as object) };
  const validate = ajv.compile(closed);
  if (validate(options)) return { options };
  return { faults: validate.errors!.map(toFault) };
}

function describeFailure(thrown: unknown): string {
  // Not an instance of our `Error`: it comes from the other context.
  if (isRecord(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
    return `checking the options took longer than ${CHECK_LIMIT_MS} ms. Is a "pattern" in the strategy's export "options" too slow, as "(a+)+$" is?`;
  }
  return `the strategy's export "options" is not a JSON schema: ${messageOf(thrown)}`;
}

/** Finds a fault that the validator misses: a bare default value instead of a schema. */
function findBareDefaults(schema: unknown): OptionsFault[] {
  const properties = (schema as { properties?: unknown } | null)?.properties ?? {};
  return Object.entries(properties)
    .filter(([, property]) => (typeof property !== 'object' && typeof property !== 'boolean') || property === null)
    .map(([name, property]) => ({
      path: [],
      message: `the strategy's option "${name}" is ${kindOf(property)}, not a JSON schema. Did you mean { default: ${String(property)} }?`,
    }));
}

function toFault(error: ErrorObject): OptionsFault {
  const { kind, path, known } = toSchemaFault(error);
  const name = `option "${path.join('.')}"`;
  if (kind === 'wrong') return { path, message: describeWrongValue(path.length === 0 ? 'options' : name, error) };
  if (kind === 'missing')
    return { path: path.slice(0, -1), message: `${name} is missing, and the strategy has no default for it` };
  const key = String(path.at(-1));
  return { path, message: `the strategy has no option "${key}".${didYouMean(key, known)}` };
}
