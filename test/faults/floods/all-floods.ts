/** Every flood from strangers, in the order in which they are tried. */
import type { Flood } from './flood.js';
import { REQUEST_FLOODS } from './request-floods.js';
import { MEMORY_FLOODS } from './memory-floods.js';
import { SOCKET_FLOODS } from './socket-floods.js';
import { TIME_FLOODS } from './time-floods.js';

export const FLOODS: readonly Flood[] = [...MEMORY_FLOODS, ...TIME_FLOODS, ...SOCKET_FLOODS, ...REQUEST_FLOODS];
