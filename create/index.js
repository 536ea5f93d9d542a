#!/usr/bin/env node
/** `npm create serpentarium my-snakes`: the same as `serpentarium init my-snakes`. */
process.argv.splice(2, 0, 'init');
await import(new URL('cli.js', import.meta.resolve('serpentarium')).href);
