/** Ports for programs that need to know theirs before they start, or that start again on it. */
import { createServer } from 'node:net';

/** Systems give the ports above to connections: one of those may be taken before its program listens. */
const [FIRST, LAST] = [11_000, 32_000];

/** A port of 127.0.0.1 that nobody listens on, and nobody takes by chance. */
export async function findFreePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return findFreePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
