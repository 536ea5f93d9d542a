/**
 * Compiles the schema of a request to the code that checks one, as the last step of `npm run build`: children and
 * workers then check requests without loading Ajv, which takes 70 ms. Writes `compiled-request.js` beside itself.
 */
import { writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { GameRequest } from './resources.js';

// Validating our own schema is left to a test.
const ajv = new Ajv({
  strict: true,
  useDefaults: true,
  ownProperties: true,
  validateSchema: false,
  code: { source: true, esm: true },
});
ajv.addSchema(GameRequest, 'request');
const code = standalone.default(ajv, { isGameRequest: 'request' });
// Ajv writes `require` into modules as well.
const head = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
writeFileSync(new URL('compiled-request.js', import.meta.url), head + code);
