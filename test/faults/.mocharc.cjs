/** `npm run faults`: hurts hosts in every way that we know while they play a real game. */
const { configOf } = require('../kinds.cjs');

module.exports = configOf('faults');
