/** Six digits that only whoever received something can know: an email, a text, a printed label. */
import { createHmac } from 'node:crypto';

/** `about` says which one it is; each has a code of its own. */
export function proofCode(about: string, secret: string): string {
  const proof = createHmac('sha256', secret).update(`first-hour:${about}`).digest();
  return String(proof.readUInt32BE() % 1_000_000).padStart(6, '0');
}
