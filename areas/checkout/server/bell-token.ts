/** The secret link to what a mailbox waits for, without an account. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#platform/server/same-secret.ts';

/** `<bell id>.<proof>`: unguessable without our secret, and valid for one bell only. */
export function bellTokenFor(bellId: number, secret: string): string {
  return `${bellId}.${proofFor(String(bellId), secret)}`;
}

/** The bell a token is for; null if we did not issue it. */
export function readBellToken(token: string, secret: string): number | null {
  const [, id, proof] = /^(\d{1,9})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || proof === undefined) return null;
  return isSameSecret(proofFor(id, secret), proof) ? Number(id) : null;
}

function proofFor(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`slot bell:${id}`).digest('base64url').slice(0, 32);
}
