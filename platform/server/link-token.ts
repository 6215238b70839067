/** The secret of a link in an email: it proves whose mailbox it is, without an account. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `<id>.<proof>`: unguessable without our secret, and valid for one id and one purpose only. */
export function linkTokenFor(purpose: string, id: number, secret: string): string {
  return `${id}.${proofFor(purpose, String(id), secret)}`;
}

/** The id that a token is for; null if we did not issue it for this purpose. */
export function readLinkToken(purpose: string, token: string, secret: string): number | null {
  const [, id, proof] = /^(\d{1,15})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || proof === undefined) return null;
  return isSameSecret(proofFor(purpose, id, secret), proof) ? Number(id) : null;
}

function proofFor(purpose: string, id: string, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${id}`).digest('base64url').slice(0, 32);
}

/** By our secret: anyone who reads the table can't find an email or a phone in it by trying them. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** Compares in a time that does not tell how much of it was right. */
export function isSameSecret(known: string, sent: string): boolean {
  const [ours, given] = [Buffer.from(known), Buffer.from(sent)];
  return ours.length === given.length && timingSafeEqual(ours, given);
}

/** Proves to anyone who asked that this installation answers. A word in front keeps it apart from all else that is signed. */
export function signNonce(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(`address-check:${nonce}`).digest('base64url');
}

// Six digits that only the person who received something can know: an email, a text, a printed label.

/** `about` says which one it is; each has a code of its own. */
export function proofCode(about: string, secret: string): string {
  const proof = createHmac('sha256', secret).update(`first-hour:${about}`).digest();
  return String(proof.readUInt32BE() % 1_000_000).padStart(6, '0');
}
