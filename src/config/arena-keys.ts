/** The keys of `arena:`, in the entries of snakes and experiments. Used by `schema.ts`. */
import { Type } from '../wire/type.js';
import { closed, text } from './key-makers.js';

/** How a snake or experiment is registered on the platform; nothing that a host does depends on it. */
export const arenaKeys = Type.Optional(
  closed(
    {
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'its name there; its name here by default',
          expects: 'a string of 1 to 64 characters',
        }),
      ),
      public: Type.Boolean({
        default: false,
        description: 'whether others may play against it',
        expects: 'true or false',
      }),
      leaderboards: Type.Optional(
        Type.Array(text({ description: 'the name or id of a leaderboard' }), {
          description: 'the leaderboards that it is in, and no others; without the key they stay as they are',
          expects: 'a list of names, such as "[Standard 11x11]"',
        }),
      ),
    },
    {
      description: 'how "serpentarium arena sync" registers it on the platform',
      expects: 'an object with "name", "public" and "leaderboards"',
    },
  ),
);
