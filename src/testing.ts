/** All that a test of a strategy may import: `import { … } from 'serpentarium/testing'`. */
export { playPosition, turnFrom, type PlayPositionOptions } from './testing/play-position.js';
export { formatPicture } from './rules/picture/format-picture.js';
export { parsePicture } from './rules/picture/parse-picture.js';
