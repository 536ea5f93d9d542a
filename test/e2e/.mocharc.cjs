/** `npm run test:e2e`: what starts other programs, and the tests of the journal in PostgreSQL. */
const { configOf } = require('../kinds.cjs');

module.exports = configOf('e2e', /\bonEveryDatabase\(/, {
  require: ['./dist/test/support/servers/shared-postgres.js'],
  timeout: 180_000,
});
