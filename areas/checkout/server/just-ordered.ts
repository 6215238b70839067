import { emailKey } from '#platform/rules/email-address.ts';
import type { Context } from '#platform/server/context.ts';
import { streetKeyText } from '#areas/order-book/rules/street-key.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { selectOrderOfSameDays } from '#areas/checkout/server/checkout-statements.ts';

const JUST_MS = 10 * 60_000;

/**
 * Whether someone with the same email has paid for one of these days, to the same address, a few minutes ago. Two
 * orders are allowed; but anyone about to pay for a second by mistake should be warned.
 */
export async function wasJustOrdered(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, frozenOrder }: Pick<CheckoutRow, 'id' | 'frozenOrder'>,
): Promise<boolean> {
  const { customer, drops } = frozenOrder;
  const { line1, line2, suburb } = customer.address;
  const [found] = await selectOrderOfSameDays(db, {
    since: new Date(clock() - JUST_MS),
    checkoutId: id,
    email: emailKey(customer.email),
    street: streetKeyText(line1, line2, suburb.postcode),
    dates: `{${drops.map(({ date }) => date).join()}}`,
  });
  return found !== undefined;
}
