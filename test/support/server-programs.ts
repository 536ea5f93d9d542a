/** Programs that serve a snake on the port of their environment, for tests of what runs them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a program of Node that serves a snake which goes up, and returns the words that run it.
 *
 * @param more statements before it listens; `moves` counts what it was asked, and `answer(response)` may be replaced.
 */
export function writeServerProgram(folder: string, more = ''): string[] {
  const file = path.join(folder, `server-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(
    file,
    `import { createServer } from 'node:http';
    import { spawn } from 'node:child_process';
    let moves = 0;
    let answer = (response) => response.end(JSON.stringify({ move: 'up', shout: String(process.pid) }));
    ${more}
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.url.endsWith('/move')) return moves++, answer(response);
        response.end(JSON.stringify(request.method === 'GET' ? { apiversion: '1', color: '#abcdef' } : {}));
      });
    });
    server.listen(process.env.PORT, '127.0.0.1', () => console.log('listening on', process.env.PORT));
    `,
  );
  return [process.execPath, file];
}
