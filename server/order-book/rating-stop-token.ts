/** The secret link with which a customer stops emails that ask for ratings, without an account. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#server/same-secret.ts';

/** `<order id>.<proof>`: unguessable without our secret, and valid for the address of one order only. */
export function ratingStopTokenFor(orderId: number, secret: string): string {
  return `${orderId}.${proofFor(String(orderId), secret)}`;
}

/** The order a token is for; null if we did not issue it. */
export function readRatingStopToken(token: string, secret: string): number | null {
  const [, id, proof] = /^(\d{1,9})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || proof === undefined) return null;
  return isSameSecret(proofFor(id, secret), proof) ? Number(id) : null;
}

function proofFor(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`stop ratings:${id}`).digest('base64url').slice(0, 32);
}
