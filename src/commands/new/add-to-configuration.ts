/** Adds a snake to the text of a configuration. Called by `new`. */
import { isCollection, isSeq, parseDocument, type YAMLSeq } from 'yaml';

interface NewSnake {
  readonly prefix: string;
  readonly strategy: string;
}

/** The text with one more snake behind the others, written as the last of them; all else is as it was. */
export function addToConfiguration(text: string, snake: NewSnake): string {
  const document = parseDocument(text);
  const snakes = document.get('snakes');
  const place = isSeq(snakes) && snakes.flow !== true ? endOf(snakes, text) : undefined;
  if (place !== undefined) {
    return `${text.slice(0, place.offset)}${written(snake, place)}${text.slice(place.offset)}`;
  }
  // A list in brackets, or none: the library writes the document again, and keeps its comments.
  if (isSeq(snakes) && snakes.items.length > 0) snakes.add(document.createNode(snake));
  else document.set('snakes', document.createNode([snake]));
  return document.toString({ lineWidth: 0 });
}

/** Where the next item of a list begins, and how the items are written. */
interface Place {
  readonly offset: number;
  readonly indent: string;
  readonly isFlow: boolean;
}

function endOf(list: YAMLSeq, text: string): Place | undefined {
  const last = list.items.at(-1);
  if (!isCollection(last)) return undefined;
  const [start, end] = last.range!;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [, indent] = /^( *)- /.exec(text.slice(lineStart, start)) ?? [];
  if (indent === undefined) return undefined;
  const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length);
  return { offset: lineEnd < 0 ? text.length : lineEnd, indent, isFlow: last.flow === true };
}

function written({ prefix, strategy }: NewSnake, { indent, isFlow }: Place): string {
  if (isFlow) return `\n${indent}- { prefix: ${prefix}, strategy: ${strategy} }`;
  return `\n${indent}- prefix: ${prefix}\n${indent}  strategy: ${strategy}`;
}
