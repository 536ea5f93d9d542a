/** Reads the response to a refused request. */
import { expect } from 'chai';

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly at?: string;
}

/** Reads a refusal, and checks its shape. */
export async function refusalOf(response: Response): Promise<Refusal> {
  expect(response.headers.get('content-type')).to.match(/^application\/json/);
  return parseRefusal(await response.text());
}

/** The same for the text of a body, or of a whole answer. */
export function parseRefusal(received: string): Refusal {
  const text = received.slice(received.indexOf('\r\n\r\n') + 1);
  const answer = JSON.parse(text);
  expect(answer).to.have.all.keys('error');
  expect(answer.error).to.include.all.keys('code', 'message');
  expect(text).to.not.match(/\bat .*:\d+:\d+|node_modules|\.js\b/);
  return answer.error;
}
