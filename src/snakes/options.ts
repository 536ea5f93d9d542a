/** Fills and checks a snake's options against the schema that its strategy exports. */
import { Ajv, type ErrorObject } from 'ajv';
import { didYouMean } from '../wire/customization.js';
import { messageOf } from '../errors.js';

/** One for all strategies: it compiles the schema of schemas once. Schemas are not kept, so two may have the same `$id`. */
const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, addUsedSchema: false });

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

function toFault(error: ErrorObject, schema: unknown): OptionsFault {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const known = Object.keys((schema as { properties?: object }).properties ?? {});
    return { path: [...path, name], message: `the strategy has no option "${name}".${didYouMean(name, known)}` };
  }
  const name = path.length === 0 ? 'options' : `option "${path.join('.')}"`;
  const allowed = error.keyword === 'enum' ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  return { path, message: `${name} ${error.message ?? 'is wrong'}${allowed}` };
}

function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
