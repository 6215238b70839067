/** The secret links with which a customer stops emails that are not about an order of theirs, without an account. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#platform/server/same-secret.ts';

/** Emails that ask for ratings, and those that remind of ordering again. */
export type StoppableEmails = 'ratings' | 'reminders';

/** `<order id>.<proof>`: unguessable without our secret, and valid for the address of one order and these emails only. */
export function stopTokenFor(emails: StoppableEmails, orderId: number, secret: string): string {
  return `${orderId}.${proofFor(emails, String(orderId), secret)}`;
}

/** The order a token is for; null if we did not issue it for these emails. */
export function readStopToken(
  emails: StoppableEmails,
  token: string,
  secret: string,
): number | null {
  const [, id, proof] = /^(\d{1,9})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || proof === undefined) return null;
  return isSameSecret(proofFor(emails, id, secret), proof) ? Number(id) : null;
}

function proofFor(emails: StoppableEmails, id: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`stop ${emails}:${id}`)
    .digest('base64url')
    .slice(0, 32);
}
