/** Checks the exports of a strategy's file. Runs where the strategy runs, which reports the result to the host. */
import { didYouMean } from '../../errors/did-you-mean.js';
import { isRecord, kindOf } from '../../errors/kind-of.js';
import type { Strategy } from './contract.js';
import { findMismatches, type OptionsFault } from './options.js';

/** A strategy's exports as data, for a host that runs it elsewhere. */
export interface StrategyShape {
  /** As exported; the host checks it. */
  readonly customization: unknown;
  /** The JSON schema of the options, or `undefined`. */
  readonly options: unknown;
  /** The configured options that do not match a `pattern` of the schema. Absent if it has none. */
  readonly mismatches?: readonly OptionsFault[] | undefined;
  /** Whether one process plays one game at a time (default: any number). */
  readonly playsOne?: boolean | undefined;
  /** Whether it exports `ponder` (default: no). */
  readonly ponders?: boolean | undefined;
}

type Module = Readonly<Record<string, unknown>>;

/** The known exports, and the type of each. */
const EXPORTS = {
  customization: { type: 'object', isRequired: true },
  move: { type: 'function', isRequired: true },
  options: { type: 'object', isRequired: false },
  start: { type: 'function', isRequired: false },
  end: { type: 'function', isRequired: false },
  ponder: { type: 'function', isRequired: false },
} as const;
type ExportName = keyof typeof EXPORTS;
const NAMES = Object.keys(EXPORTS) as ExportName[];

/**
 * Takes a module as a strategy. Throws an `Error` with a sentence for each export that is missing, wrong or misspelt.
 * An unknown function is a fault, because the host would never call it; unknown constants and classes are allowed.
 */
export function validateModule(module: Module): Strategy {
  const unknown = Object.keys(module).filter((name) => isUnknown(module, name));
  const faults = [
    ...NAMES.map((name) => checkExport(module, name, unknown)),
    ...unknown.map((name) => describeUnknown(module, name)),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new Error(faults.join(' '));
  return module as unknown as Strategy;
}

/** @param written the configured options. */
export function describeModule(strategy: Strategy, written: Readonly<Record<string, unknown>>): StrategyShape {
  const { customization, options } = strategy;
  return { customization, options, mismatches: findMismatches(options, written), ponders: 'ponder' in strategy };
}

function checkExport(module: Module, name: ExportName, unknown: readonly string[]): string | undefined {
  const { type } = EXPORTS[name];
  const value = module[name];
  if (isMissing(module, name)) return `The file exports no "${name}". ${causeOf(module, name, unknown)}`;
  if (value === undefined || (typeof value === type && value !== null)) return undefined;
  return `Its export "${name}" is ${kindOf(value)}, not ${type === 'object' ? 'an object' : 'a function'}.`;
}

/** The likely reason why a required export is missing. */
function causeOf(module: Module, name: ExportName, unknown: readonly string[]): string {
  const misspelt = unknown.find((other) => nearestName(other) === name);
  if (misspelt !== undefined) return `It exports "${misspelt}". Did you mean "${name}"?`;
  const inside = module['default'];
  if (isRecord(inside) && name in inside) return 'It is inside the default export; export it by name.';
  if (typeof inside === 'function' && name === 'move') return 'It has a default export; export it by name.';
  return 'Did you forget "export"?';
}

/** Nothing if the sentence about a missing export names it already. */
function describeUnknown(module: Module, name: string): string | undefined {
  const nearest = nearestName(name);
  if (nearest !== undefined && isMissing(module, nearest)) return undefined;
  const what = typeof module[name] === 'function' ? 'the function ' : '';
  const hint = nearest === undefined ? 'If it is a helper, do not export it.' : `Did you mean "${nearest}"?`;
  return `The file exports ${what}"${name}", which the host does not know. ${hint}`;
}

/** Whether an export is a function that the host does not know, or an object that looks like a misspelt export. */
function isUnknown(module: Module, name: string): boolean {
  const value = module[name];
  if (name === 'default' || name in EXPORTS) return false;
  if (typeof value === 'function') return !/^class\b/.test(Function.prototype.toString.call(value));
  if (!isRecord(value)) return false;
  const nearest = nearestName(name);
  return nearest !== undefined && EXPORTS[nearest].type === 'object' && module[nearest] === undefined;
}

function nearestName(name: string): ExportName | undefined {
  return NAMES.find((known) => didYouMean(name, [known]) !== '');
}

function isMissing(module: Module, name: ExportName): boolean {
  return EXPORTS[name].isRequired && module[name] === undefined;
}
