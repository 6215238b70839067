/** The fees and offers of a price, as they are read. Joined with the price, they would be in the first load of /order. */
import { type Cents, formatAmount, formatDollars, sumCents } from '#platform/rules/money.ts';
import type { FeeLine, OfferLine, OrderPrice } from './order-pricing.ts';

/** Fees and offers, each with its reason; together they are the delivery fee. Equal shares are one line. */
export function deliveryLines({
  fees,
  offers,
}: Pick<OrderPrice, 'fees' | 'offers'>): { label: string; amountCents: Cents }[] {
  const sum = haveEqualShares(fees) ? feeSum(fees) : null;
  const ofFees =
    sum === null
      ? fees.map((fee) => ({ reason: explainFee(fee), amountCents: fee.amountCents }))
      : [{ reason: sum, amountCents: sumCents(fees.map((fee) => fee.amountCents)) }];
  return [
    ...ofFees.map(({ reason, amountCents }) => ({ label: `Delivery, ${reason}`, amountCents })),
    ...offers.map((offer) => ({ label: explainOffer(offer), amountCents: offer.amountCents })),
  ];
}

/** Why each person has a fee of their own. */
export const OWN_BAG = 'Each person’s meals travel in their own labelled bag.';

export function quotedLines(price: Pick<OrderPrice, 'fees' | 'offers'>) {
  return {
    fees: price.fees.map((fee) => ({
      personName: fee.personName,
      reason: explainFee(fee),
      amount: formatAmount(fee.amountCents),
    })),
    offers: price.offers.map((offer) => ({
      code: offer.code,
      reason: explainOffer(offer),
      amount: formatAmount(offer.amountCents),
    })),
    deliveryLines: deliveryLines(price).map(({ label, amountCents }) => ({
      label,
      amount: formatAmount(amountCents),
    })),
  };
}

/** Several people who all pay the same. */
function haveEqualShares([first, ...others]: readonly FeeLine[]): boolean {
  return (
    others.length > 0 &&
    others.every(
      ({ amountCents, unitCents }) =>
        amountCents === first?.amountCents && unitCents === first.unitCents,
    )
  );
}

/**
 * How the fees add up: "4 people × 7 dates × $2.99", "7 dates × $2.99", "4 people × $5.99"; of people with differing dates
 * "9 × $2.99, one for each person and date". Null without fees.
 */
export function feeSum(fees: readonly FeeLine[]): string | null {
  const [first] = fees;
  if (!first) return null;
  const people = fees.length === 1 ? [] : [`${fees.length} people`];
  const unit = formatDollars(first.unitCents);
  if (first.deliveryType === 'weekly') return [...people, unit].join(' × ');
  const { dates } = first;
  if (fees.some((fee) => fee.dates !== dates)) {
    const all = fees.reduce((sum, fee) => sum + fee.dates, 0);
    return `${all} × ${unit}, one for each person and date`;
  }
  return [...people, dates === 1 ? '1 date' : `${dates} dates`, unit].join(' × ');
}

/** "Ben: 3 dates × $2.99" or "Ben: weekly delivery, one fee of $5.99". */
export function explainFee(fee: FeeLine): string {
  if (fee.deliveryType === 'weekly') {
    return `${fee.personName}: weekly delivery, one fee of ${formatDollars(fee.unitCents)}`;
  }
  return `${fee.personName}: ${fee.dates} ${fee.dates === 1 ? 'date' : 'dates'} × ${formatDollars(fee.unitCents)}`;
}

export function explainOffer(offer: OfferLine): string {
  return offer.code === 'waitlist_first_order'
    ? 'Welcome from the waitlist: the first paid order from your email, phone and address is delivered free'
    : 'Free delivery for an order this size';
}
