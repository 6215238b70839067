import type { IncomingMessage } from 'node:http';
import { malformedRequest } from './stripe-errors.ts';

const MAX_BYTES = 256 * 1024;

/** The body as text. A longer one is read to its end without being kept, so that the sender hears the 413. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BYTES) throw malformedRequest(`The body is larger than ${MAX_BYTES} bytes.`, 413);
  return Buffer.concat(chunks).toString('utf8');
}
