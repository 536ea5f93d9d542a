/** Ends connections to PostgreSQL that nobody answers on any more. Used by the pools of the journal and the queue. */
import type { PoolClient } from 'pg';

/** Ends a connection without waiting for the server. A query that is under way rejects. */
export function cutConnection(client: PoolClient): void {
  (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream.destroy();
}
