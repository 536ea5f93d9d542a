/** What all tests share. `package.json`, `test/e2e/` and `test/deep/` select them. */
const { availableParallelism } = require('node:os');

module.exports = {
  'node-option': ['enable-source-maps'],
  require: ['./dist/test/support/budget.js'],
  // Only what hangs is to reach it, also on a slow and busy machine.
  timeout: 60_000,
  slow: 2000,
  forbidOnly: true,
  exit: false,
  // For `--parallel`; mocha itself leaves one core out.
  jobs: availableParallelism(),
};
