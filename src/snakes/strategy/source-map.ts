/** The source map at the end of a bundle. */
import type { SourceMapPayload } from 'node:module';

export function readSourceMap(code: string): SourceMapPayload | undefined {
  const map = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/.exec(code)?.[1];
  return map === undefined ? undefined : (JSON.parse(Buffer.from(map, 'base64').toString()) as SourceMapPayload);
}
