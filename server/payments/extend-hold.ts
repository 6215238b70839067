import { timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { checkouts } from '#server/db/schema/checkouts.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { holdEnd } from '#server/payments/hold-end.ts';

/**
 * Keeps the places of somebody who is still paying for a while longer, once. The client secret proves whose checkout it is.
 * Throws NotFound, or Conflict `hold_ended`.
 */
export async function extendHold(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  request: { checkoutId: string; clientSecret: string },
): Promise<{ holdExpiresAt: string; canExtendHold: boolean }> {
  const { business } = await context.site.current();
  const [checkout] = await context.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, request.checkoutId));
  if (!checkout?.clientSecret || !isSameSecret(checkout.clientSecret, request.clientSecret)) {
    throw new NotFound('This checkout');
  }
  const longer = holdEnd(checkout.holdUntil.getTime(), business.holdExtensionMinutes, business);
  const [extended] = await context.db
    .update(checkouts)
    .set({ holdUntil: new Date(longer), holdExtended: true })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        eq(checkouts.state, 'open'),
        eq(checkouts.holdExtended, false),
      ),
    )
    .returning({ holdUntil: checkouts.holdUntil });
  if (!extended)
    throw new Conflict(
      'hold_ended',
      'This time cannot be made longer. Please start the payment again.',
    );
  return { holdExpiresAt: extended.holdUntil.toISOString(), canExtendHold: false };
}

function isSameSecret(known: string, sent: string): boolean {
  const a = Buffer.from(known);
  const b = Buffer.from(sent);
  return a.length === b.length && timingSafeEqual(a, b);
}
