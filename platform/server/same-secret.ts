import { timingSafeEqual } from 'node:crypto';

/** Compares in a time that does not tell how much of it was right. */
export function isSameSecret(known: string, sent: string): boolean {
  const [ours, theirs] = [Buffer.from(known), Buffer.from(sent)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
