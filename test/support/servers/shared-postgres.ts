/** Loaded by `npm run test:e2e` before its tests: one cluster of PostgreSQL for all suites that do not stop it. */
import { POSTGRES_PROGRAMS, PostgresCluster, SHARED_CLUSTER } from './postgres.js';

let cluster: PostgresCluster | undefined;

export async function mochaGlobalSetup(): Promise<void> {
  if (POSTGRES_PROGRAMS === undefined) return;
  cluster = await PostgresCluster.create();
  process.env[SHARED_CLUSTER] = String(cluster.port);
}

export async function mochaGlobalTeardown(): Promise<void> {
  await cluster?.close();
}
