/** Six digits that only a printed label or a received email shows. */
import { createHmac } from 'node:crypto';

/** Of the latest test email: each has its own. */
export function emailCode(sentAt: number, secret: string): string {
  return codeFor(`email:${sentAt}`, secret);
}

/** The same on every test label, so that an older print is as good as a new one. */
export function labelCode(secret: string): string {
  return codeFor('label', secret);
}

function codeFor(about: string, secret: string): string {
  const proof = createHmac('sha256', secret).update(`first-hour:${about}`).digest();
  return String(proof.readUInt32BE() % 1_000_000).padStart(6, '0');
}
