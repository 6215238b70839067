/** A change of an order in words: what it does, and what it costs or returns. */
import type { ChangeQuoteReply } from '#areas/order-book/calls/order-change.ts';
import { amountInDollars, parseAmount } from '#platform/rules/money.ts';

type Money = Pick<ChangeQuoteReply, 'difference' | 'due' | 'back'>;

/** "$2.50 more", "$2.50 less", "Same price". */
export function differenceText({ difference }: Pick<Money, 'difference'>): string {
  const amount = difference.replace('-', '');
  if ((parseAmount(amount) ?? 0) === 0) return 'Same price';
  return `${amountInDollars(amount)} ${difference.startsWith('-') ? 'less' : 'more'}`;
}

/** "−1 Butter Chicken, +1 Barramundi: $2.50 more". */
export function changeText(quote: Pick<ChangeQuoteReply, 'what' | 'difference'>): string {
  const difference = differenceText(quote);
  return `${quote.what.join(', ')}: ${difference === 'Same price' ? 'same price' : difference}`;
}

export function isPositive(amount: string): boolean {
  return (parseAmount(amount) ?? 0) > 0;
}

/** What happens with the money, a sentence; empty when nothing does. */
export function whatIsPaidText({ difference, due, back }: Money): string {
  if (isPositive(due))
    return `Pay ${amountInDollars(due)} by card. Nothing changes until it’s paid.`;
  if (isPositive(back))
    return `${amountInDollars(back)} goes back to your card automatically. Banks usually show it within 5 to 10 business days.`;
  return difference.startsWith('-') ? 'It comes off what is still to pay.' : '';
}
