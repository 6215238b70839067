import { createHash, timingSafeEqual } from 'node:crypto';

/** Constant time. Digests have equal lengths, which timingSafeEqual requires. */
export function secretsMatch(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
