/** The addresses among flags and arguments. Called by the commands that take some: no other loads what reads them. */
import { InvalidArgumentError } from 'commander';
import { messageOf } from '../errors.js';
import { readBase } from '../importing/locate-game.js';

/** A parser for commander that takes an http or https address; its value has no slash at the end. */
export function baseUrl(text: string): string {
  try {
    return readBase(text);
  } catch (thrown) {
    throw new InvalidArgumentError(`It ${messageOf(thrown)}.`);
  }
}
