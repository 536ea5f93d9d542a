/** Fills and checks a snake's options against the schema that its strategy exports. */
import { Ajv, type ErrorObject } from 'ajv';
import { didYouMean } from '../../did-you-mean.js';
import { messageOf } from '../../errors.js';
import { parsePointer } from '../../json-pointer.js';
import { kindOf } from '../../kind-of.js';

/**
 * One for all strategies. It keeps none of their schemas, so two may have the same `$id`; and does not hold them against
 * the schema for schemas, which would take longer than all else here: a keyword's value of a wrong type it finds anyway.
 */
const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  strict: false,
  addUsedSchema: false,
  validateSchema: false,
});

/** One thing wrong with the options: where below `options:`, and a sentence. */
export interface OptionsFault {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Returns complete options, or what is wrong with them. Without a schema anything goes. A schema with `properties` that
 * says nothing of `additionalProperties` refuses unknown ones: a misspelt option must not pass silently.
 */
export function fillOptions(
  schema: unknown,
  written: Readonly<Record<string, unknown>>,
): { options: Record<string, unknown> } | { faults: OptionsFault[] } {
  const options = structuredClone(written) as Record<string, unknown>;
  if (schema === undefined) return { options };
  const strangers = findStrangers(schema);
  if (strangers.length > 0) return { faults: strangers };
  try {
    const closed = { type: 'object', additionalProperties: false, ...(schema as object) };
    const validate = ajv.compile(closed);
    if (validate(options)) return { options };
    return { faults: validate.errors!.map((error) => toFault(error, schema)) };
  } catch (thrown) {
    return {
      faults: [{ path: [], message: `the strategy's export "options" is no JSON schema: ${messageOf(thrown)}` }],
    };
  }
}

/** The one mistake that the validator does not mind: an option with its default for a schema. */
function findStrangers(schema: unknown): OptionsFault[] {
  const properties = (schema as { properties?: unknown } | null)?.properties ?? {};
  return Object.entries(properties)
    .filter(([, property]) => (typeof property !== 'object' && typeof property !== 'boolean') || property === null)
    .map(([name, property]) => ({
      path: [],
      message: `the strategy's option "${name}" is ${kindOf(property)}, not a JSON schema. Did you mean { default: ${String(property)} }?`,
    }));
}

function toFault(error: ErrorObject, schema: unknown): OptionsFault {
  const path = parsePointer(error.instancePath);
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const known = Object.keys((schema as { properties?: object }).properties ?? {});
    return { path: [...path, name], message: `the strategy has no option "${name}".${didYouMean(name, known)}` };
  }
  const name = path.length === 0 ? 'options' : `option "${path.join('.')}"`;
  const allowed = error.keyword === 'enum' ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  return { path, message: `${name} ${error.message ?? 'is wrong'}${allowed}` };
}
