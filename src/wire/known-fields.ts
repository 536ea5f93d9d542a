/** Drops from long requests what the API does not know. Called where they are read and where they are kept. */
import { GameRequest } from './resources.js';
import type { TSchema } from './type.js';

/**
 * A copy of a request without the fields that are unknown to us, wherever they are: what a long one needs beyond them
 * is bounded by its board.
 */
export function keepKnownFields(request: GameRequest): GameRequest {
  return pick(GameRequest, request) as GameRequest;
}

function pick(schema: TSchema, value: unknown): unknown {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items !== undefined) return (value as unknown[]).map((item) => pick(items, item));
  if (properties === undefined) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, pick(part, record[key])]));
}
