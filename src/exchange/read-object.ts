/** Reads what a snake's server answered. Called for every answer that must be a JSON object. */
import { messageOf } from '../errors.js';
import { isRecord } from '../kind-of.js';
import type { ExchangeResult } from './exchange.js';

/**
 * The object that was answered, or a sentence without its subject on why there is none.
 *
 * @param isStatusIgnored whether an object counts with any status.
 */
export function readObject(
  result: ExchangeResult,
  isStatusIgnored = false,
): { readonly json: Record<string, unknown> } | { readonly problem: string } {
  if ('problem' in result) return { problem: result.problem };
  const { status, text } = result;
  if (status !== 200 && !isStatusIgnored) return { problem: describeStatus(result) };
  try {
    const json: unknown = JSON.parse(text);
    if (isRecord(json)) return { json };
    return { problem: 'answered JSON that is not an object' };
  } catch (thrown) {
    if (!isSuccess(status)) return { problem: describeStatus(result) };
    return { problem: `answered something other than JSON: ${messageOf(thrown)}` };
  }
}

/** What is wrong with an answer whose content nobody reads; `undefined` if nothing is. */
export function problemOf(result: ExchangeResult): string | undefined {
  if ('problem' in result) return result.problem;
  return isSuccess(result.status) ? undefined : describeStatus(result);
}

function describeStatus({ status, location }: Extract<ExchangeResult, { status: number }>): string {
  const redirect = location === undefined ? '' : `, a redirect to ${location.slice(0, MAX_LOCATION)}. None is followed`;
  return `answered with status ${status}${redirect}`;
}

/** Most characters of a redirect's target that are shown. */
const MAX_LOCATION = 200;

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
