/** The packages that a host loads when it starts. Each costs every host time and memory: load others when needed. */
export const HOST_PACKAGES = [
  '@koa/router',
  'ajv',
  'bytes',
  'commander',
  'esbuild',
  'escape-html',
  'fastest-levenshtein',
  'koa',
  'koa-bodyparser',
  'koa-compress',
  'ms',
  'pino',
  'prom-client',
  'string-width',
  'yaml',
];
