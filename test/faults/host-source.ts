/** Where each fault gets its host from: a new one, or in the short form one for all that can share it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './fault.js';
import { FaultHost } from './fault-host.js';

/** Owns the host that faults share. */
export class HostSource {
  readonly #isSharing: boolean;
  #shared: { readonly host: FaultHost; readonly folder: string } | undefined;

  constructor({ isSharing = false } = {}) {
    this.#isSharing = isSharing;
  }

  /** A host for a fault that has this folder. */
  async open(fault: Fault, folder: string): Promise<FaultHost> {
    const options = (await fault.prepare?.(folder)) ?? {};
    if (!this.#isSharing || fault.sharesHost === undefined) return FaultHost.start(folder, options);
    if (this.#shared?.host.isRunning !== true) {
      await this.close();
      const own = mkdtempSync(join(tmpdir(), 'serpentarium-faults-'));
      this.#shared = { host: await FaultHost.start(own, options), folder: own };
    }
    return this.#shared.host;
  }

  /** Ends the host of a fault, unless it is shared. Resolves with what was wrong about its end. */
  async release(host: FaultHost): Promise<string[]> {
    return host === this.#shared?.host ? [] : host.stop();
  }

  /** Ends the shared host. Resolves with what was wrong about its end. */
  async close(): Promise<string[]> {
    const problems = (await this.#shared?.host.stop()) ?? [];
    if (this.#shared !== undefined) rmSync(this.#shared.folder, { recursive: true, force: true });
    this.#shared = undefined;
    return problems;
  }
}
