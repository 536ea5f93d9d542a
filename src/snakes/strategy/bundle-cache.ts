/** Bundles each strategy file once. All snakes that are mounted together share one cache. */
import { bundleStrategy, type Bundle } from './bundle.js';

/**
 * Owns the bundles of one start of a host or command.
 *
 * Guarantees that a file has the same code wherever it is mounted, even if it changes on disk meanwhile; a failure is
 * the same for all, too. Never bundles a file twice.
 */
export class BundleCache {
  readonly #bundles = new Map<string, Promise<Bundle>>();

  /** The bundle of a strategy's file, by its absolute path. Rejects as {@link bundleStrategy} does. */
  bundle(file: string): Promise<Bundle> {
    const known = this.#bundles.get(file);
    if (known !== undefined) return known;
    const bundle = bundleStrategy(file);
    this.#bundles.set(file, bundle);
    return bundle;
  }

  /** Absolute paths of all files that went into the bundles, without the host's own and without packages. */
  async files(): Promise<string[]> {
    const settled = await Promise.allSettled(this.#bundles.values());
    const files = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.inputs : []));
    return [...new Set(files)];
  }
}
