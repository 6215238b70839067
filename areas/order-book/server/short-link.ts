import { createHmac } from 'node:crypto';
import type { Context } from '#platform/server/context.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

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
