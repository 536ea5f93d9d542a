/** All that a test of a strategy may import: `import { … } from 'serpentarium/testing'`. Positions drawn as text, and what is answered on them. */
export { playPosition, turnFrom, type PlayPositionOptions as PositionTerms } from './testing/play-position.js';
export { formatPicture } from './rules/picture/format-picture.js';
export { parsePicture } from './rules/picture/parse-picture.js';
