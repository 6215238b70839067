/** The secret link with which someone on the waitlist stops all emails, without an account. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#platform/server/same-secret.ts';

/** `<entry id>.<proof>`: unguessable without our secret, and valid for one entry only. */
export function unsubscribeTokenFor(entryId: number, secret: string): string {
  return `${entryId}.${proofFor(String(entryId), secret)}`;
}

/** The entry a token is for; null if we did not issue it. */
export function readUnsubscribeToken(token: string, secret: string): number | null {
  const [, id, proof] = /^(\d{1,15})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || proof === undefined) return null;
  return isSameSecret(proofFor(id, secret), proof) ? Number(id) : null;
}

function proofFor(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe:${id}`).digest('base64url').slice(0, 32);
}
