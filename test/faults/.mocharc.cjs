/** `npm run faults`: hurts hosts in every way that we know, each with a real game beside it. */
const { configOf } = require('../kinds.cjs');

module.exports = configOf('faults');
