/** Which of an order's payments a refund goes back to: it may have been paid in several. */
import { type Cents, sumCents } from '#platform/rules/money.ts';

export type PaymentLeft = {
  paymentIntentId: string;
  /** What was not refunded yet. */
  cents: Cents;
};

/**
 * The parts of a refund, oldest payment first; `left` in the same sequence. One that holds all of it gets all of it, so
 * that the customer sees one amount on their card. Throws RangeError when more is asked than is left.
 */
export function spreadRefund(left: readonly PaymentLeft[], amountCents: Cents): PaymentLeft[] {
  const whole = left.find(({ cents }) => cents >= amountCents);
  if (whole) return [{ ...whole, cents: amountCents }];
  const parts: PaymentLeft[] = [];
  let restCents = amountCents;
  for (const { paymentIntentId, cents } of left) {
    const partCents = Math.min(cents, restCents);
    if (partCents > 0) parts.push({ paymentIntentId, cents: partCents });
    restCents -= partCents;
  }
  if (restCents > 0)
    throw new RangeError(`${amountCents} is more than ${sumCents(left.map(({ cents }) => cents))}`);
  return parts;
}
