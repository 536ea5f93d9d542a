/** The one shape that every refused request is answered with. */
import { expect } from 'chai';

/** What `error` of a refusal holds. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly at?: string;
}

/** Reads a refusal, and checks that it is nothing but one. */
export async function refusalOf(response: Response): Promise<Refusal> {
  expect(response.headers.get('content-type')).to.match(/^application\/json/);
  return parseRefusal(await response.text());
}

/** The same of a body that is text already. */
export function parseRefusal(text: string): Refusal {
  const answer = JSON.parse(text);
  expect(answer).to.have.all.keys('error');
  expect(answer.error).to.include.all.keys('code', 'message');
  expect(text).to.not.match(/\bat .*:\d+:\d+|node_modules|\.js\b/);
  return answer.error;
}
