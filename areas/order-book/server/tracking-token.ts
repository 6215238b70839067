import { createHash, createHmac } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';

/** The secret part of a tracking link: always the same for one checkout, unguessable without our secret. */
export function trackingTokenFor(checkoutId: string, trackingSecret: string): string {
  return createHmac('sha256', trackingSecret)
    .update(`track:${checkoutId}`)
    .digest('base64url')
    .slice(0, 32);
}

export function trackingUrlFor(
  { signIn, trackingSecret }: Pick<Context, 'signIn' | 'trackingSecret'>,
  checkoutId: string,
): string {
  return `${signIn.publicUrl}/track/${trackingTokenFor(checkoutId, trackingSecret)}`;
}

/** The hash that the database stores and looks up. */
export function hashTrackingToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The secret part of the link in a text, where each character counts: 96 bits, always the same for one checkout. */
export function shortLinkCodeFor(checkoutId: string, trackingSecret: string): string {
  return createHmac('sha256', trackingSecret)
    .update(`text:${checkoutId}`)
    .digest('base64url')
    .slice(0, 16);
}

/** The customer's secret link, short enough for a text. */
export function shortLinkFor(
  { signIn, trackingSecret }: Pick<Context, 'signIn' | 'trackingSecret'>,
  checkoutId: string,
): { url: string; hash: string } {
  const code = shortLinkCodeFor(checkoutId, trackingSecret);
  return { url: `${signIn.publicUrl}/t/${code}`, hash: hashTrackingToken(code) };
}
