/** The keys of `alerts:`. Part of `schema.ts`. */
import { Type } from '../wire/type.js';
import { closed, wholeNumber } from './key-makers.js';

/** What an operator can be alerted of. */
export const ALERT_KINDS = ['lostTurns', 'crashLoop', 'journalBroken', 'verdict'] as const;
/** One of {@link ALERT_KINDS}. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What the URL of an alert looks like. */
export const ALERT_URL = {
  pattern: '^https?://[^\\s/@]+(/\\S*)?$',
  expects: 'a URL such as "https://chat.example/hook"',
};

/** The schema of one entry of `alerts:`. */
export const AlertKeys = closed(
  {
    url: Type.String({
      pattern: `${ALERT_URL.pattern}|^\\$[A-Za-z_][A-Za-z0-9_]*$`,
      description: 'where alerts are posted as JSON; $NAME takes it from the environment',
      expects: `${ALERT_URL.expects}, or a variable such as "$ALERT_URL"`,
      secret: true,
    }),
    on: Type.Array(Type.Enum(ALERT_KINDS, { expects: `one of ${ALERT_KINDS.join(', ')}` }), {
      default: [...ALERT_KINDS],
      minItems: 1,
      description: 'what is worth an alert',
      expects: `a list of ${ALERT_KINDS.join(', ')}`,
    }),
    lostTurns: wholeNumber(1, 10_000, { default: 3, description: 'lost turns of one snake within "minutes"' }),
    crashes: wholeNumber(1, 10_000, { default: 5, description: 'processes that one snake loses within "minutes"' }),
    minutes: wholeNumber(1, 1440, { default: 5, unit: 'minutes', description: 'time within which they are counted' }),
    pauseMinutes: wholeNumber(1, 10_080, {
      default: 15,
      unit: 'minutes',
      description: 'least time between two alerts of the same cause',
    }),
  },
  { description: 'a webhook', expects: 'an object that begins with "url:"' },
);
