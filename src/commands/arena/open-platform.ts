/** The flags, the token and the error messages that all commands of the platform share. */
import { InvalidArgumentError } from 'commander';
import { variable } from '../../config/environment.js';
import { EXIT, usageFault } from '../../errors/errors.js';
import type { AskLimits } from '../../exchange/ask-json.js';
import { isLoopbackUrl } from '../../exchange/loopback.js';
import { Platform, PlatformError, PLATFORM_BASE } from '../../platform/platform.js';
import { printError } from '../../terminal/print.js';
import { GAME_TYPE_NAMES } from '../../recorded/importing/given-game.js';
import { baseUrl, wordOf } from '../arguments.js';
import { configFlag, JSON_FLAG, planFlag, type ValuesOf } from '../flags.js';

const ARENA = planFlag('--arena <URL>', 'the platform', readPlatformBase, PLATFORM_BASE);
ARENA.option.env('ARENA_URL');
export const WHERE_FLAGS = [ARENA, configFlag('the configuration with the snakes')];

export const PLATFORM_FLAGS = [...WHERE_FLAGS, JSON_FLAG];

const BOARDS = ['7x7', '11x11', '19x19'];

/** Options of a game that a command starts. */
export const NEW_GAME_FLAGS = [
  planFlag('--board <SIZE>', BOARDS.join(', '), wordOf(BOARDS), '11x11'),
  planFlag('-g, --gametype <RULESET>', GAME_TYPE_NAMES.join(', '), wordOf(GAME_TYPE_NAMES), 'standard'),
];
/** Most snakes in a game of the platform. */
export const MOST_SNAKES = 4;

export type PlatformFlags = ValuesOf<typeof PLATFORM_FLAGS>;

/** The platform with the token of `ARENA_TOKEN`. Throws a `UsageError` without one. */
export function openPlatform({ arena }: Pick<PlatformFlags, 'arena'>, limits?: AskLimits): Platform {
  const token = process.env['ARENA_TOKEN']?.trim() ?? '';
  if (token === '') {
    const where = `Make a token on the settings page of ${new URL(arena).host}`;
    throw usageFault(variable('ARENA_TOKEN'), `is not set. ${where}, and keep it out of the configuration.`);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) throw usageFault(variable('ARENA_TOKEN'), 'is not a token: it contains spaces.');
  return new Platform({ base: arena, token, limits });
}

/** Runs a command. If the platform refuses, prints one sentence and returns this exit code. */
export async function orExplain(action: () => Promise<void>, exitCode: number = EXIT.failed): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    explain(thrown);
    process.exitCode = exitCode;
  }
}

/** Runs an optional call: a refusal of the platform is a warning. */
export async function orWarn<Value, Fallback>(asked: Promise<Value>, fallback: Fallback): Promise<Value | Fallback> {
  try {
    return await asked;
  } catch (thrown) {
    explain(thrown, 'warning: ');
    return fallback;
  }
}

/** Rethrows errors that are not from the platform. */
function explain(thrown: unknown, prefix = ''): void {
  if (!(thrown instanceof PlatformError)) throw thrown;
  printError(prefix + thrown.message.replace(/[^.?!]$/, '$&.'));
}

/** The base of the calls: `/api` below the public address. Must be https, to protect the token. */
function readPlatformBase(text: string): string {
  const base = baseUrl(text);
  const url = new URL(base);
  if (url.protocol !== 'https:' && !isLoopbackUrl(url))
    throw new InvalidArgumentError('It must begin with https: the token is secret.');
  return base.endsWith('/api') ? base : `${base}/api`;
}
