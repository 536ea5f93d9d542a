/** Makes mocha's configurations for the kinds of tests that need more than `npm test`; their folders use it. */
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const TESTS = path.join(__dirname, '../dist/test');

/**
 * The configuration of a kind: all tests of its folder, and those elsewhere whose code matches `also`, if given. Files
 * that are named on the command line take their place.
 */
exports.configOf = (kind, also, more) => {
  process.env.SERPENTARIUM_TESTS = kind;
  const isNamed = process.argv.some((word) => word.endsWith('.test.js'));
  return { ...require('../.mocharc.cjs'), ...more, spec: isNamed ? [] : testsOf(kind, also) };
};

function testsOf(kind, also) {
  const all = readdirSync(TESTS, { recursive: true })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => path.join(TESTS, name))
    .sort();
  const ownFolders = ['e2e', 'deep', 'faults'].map((name) => path.join(TESTS, name) + path.sep);
  const shared = all.filter((file) => !ownFolders.some((folder) => file.startsWith(folder)));
  return [
    ...all.filter((file) => file.startsWith(path.join(TESTS, kind) + path.sep)),
    ...shared.filter((file) => also?.test(readFileSync(file, 'utf8'))),
  ];
}
