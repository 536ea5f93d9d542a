/** Writes the files that are made from the source. Called by `npm run generate`. */
import { writeFile } from 'node:fs/promises';
import { createGenerated } from './generated.js';

for (const [file, text] of await createGenerated()) await writeFile(file, text);
