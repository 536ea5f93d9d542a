/** A way to a server that is cut at a chosen moment: what breaks a connection in the middle of whatever it does. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** Opens a port that leads to another one of this machine. */
export async function openCuttingProxy(target: number) {
  const sockets = new Set<Socket>();
  let isStepTo = target;
  let sent = 0;
  let cut: { at: number; when: 'before' | 'after' } | undefined;
  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  const server = createServer((client) => {
    const upstream = connect(isStepTo, '127.0.0.1');
    let state: 'open' | 'mute' = 'open';
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      sent++;
      const isCut = cut !== undefined && sent >= cut.at;
      if (!isCut) return void upstream.write(data);
      const { when } = cut!;
      cut = undefined;
      if (when === 'before') return cutAll();
      // The server does it, but nobody hears its answer.
      state = 'mute';
      upstream.write(data);
    });
    upstream.on('data', (data) => (state === 'open' ? void client.write(data) : cutAll()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** How many messages have gone to the server. */
    get sent() {
      return sent;
    },
    /**
     * Cuts all connections after so many more messages to the server: before the last of them arrives, or after it has
     * arrived, before its response.
     */
    cutAfter: (messages: number, when: 'before' | 'after') => void (cut = { at: sent + messages, when }),
    /** Leads to another port from now on. */
    lead: (port: number) => void (isStepTo = port),
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
