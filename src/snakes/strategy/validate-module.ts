/** Checks what a strategy's file exports. Runs where the strategy runs; its result is told to the host. */
import { isRecord, kindOf } from '../../kind-of.js';
import type { Strategy } from './contract.js';

/** A strategy's exports as data: what the host needs to know of a strategy that runs elsewhere. */
export interface StrategyShape {
  /** As exported; the host checks it. */
  readonly customization: unknown;
  /** The JSON schema of the options, where there is one. */
  readonly options: unknown;
}

/** Takes a module for a strategy, or throws an `Error` with a sentence for each export that is missing or wrong. */
export function validateModule(module: Record<string, unknown>): Strategy {
  const faults = [
    wants(module, 'customization', 'object', true),
    wants(module, 'move', 'function', true),
    wants(module, 'options', 'object', false),
    wants(module, 'start', 'function', false),
    wants(module, 'end', 'function', false),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new Error(faults.join(' '));
  return module as unknown as Strategy;
}

export function describeModule(strategy: Strategy): StrategyShape {
  return { customization: strategy.customization, options: strategy.options };
}

function wants(module: Record<string, unknown>, name: string, type: 'object' | 'function', required: boolean) {
  const value = module[name];
  if (value === undefined) {
    if (!required) return undefined;
    const inDefault = isRecord(module['default']) && name in module['default'];
    const cause = inDefault ? 'It is inside the default export; export it by name.' : 'Did you forget "export"?';
    return `The file exports no "${name}". ${cause}`;
  }
  if (typeof value === type && value !== null) return undefined;
  return `Its export "${name}" is ${kindOf(value)}, not ${type === 'object' ? 'an object' : 'a function'}.`;
}
