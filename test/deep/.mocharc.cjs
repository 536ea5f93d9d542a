/** `npm run test:deep`: simulations, and the tests that try out a number of cases again with many more. */
const { configOf } = require('../kinds.cjs');

module.exports = configOf('deep', /from ["']fast-check["']|\brunsOf\(/, {
  timeout: 600_000,
});
