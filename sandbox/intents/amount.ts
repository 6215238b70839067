/** Amounts of money in the currencies the sandbox supports, all of which have two decimals. */
import { type Parameters, readInteger, readText, required } from '../http/parameters.ts';
import { invalidParameter } from '../http/stripe-errors.ts';

/** Stripe's smallest charge in each supported currency, in its minor unit. https://docs.stripe.com/currencies */
const SMALLEST_CHARGE: Partial<Record<string, number>> = {
  aud: 50,
  eur: 50,
  gbp: 30,
  nzd: 50,
  usd: 50,
};
const LARGEST_CHARGE = 99_999_999;

export function readCurrency(parameters: Parameters): string {
  const currency = required(parameters, 'currency', readText(parameters, 'currency')).toLowerCase();
  if (SMALLEST_CHARGE[currency] === undefined) {
    const supported = Object.keys(SMALLEST_CHARGE).join(', ');
    throw invalidParameter(
      'currency',
      `Invalid currency: ${currency}. The sandbox supports ${supported}.`,
    );
  }
  return currency;
}

/** In the currency's minor unit (cents). */
export function readAmount(parameters: Parameters, currency: string): number | undefined {
  const amount = readInteger(parameters, 'amount');
  if (amount === undefined) return undefined;
  const smallest = SMALLEST_CHARGE[currency] ?? 0;
  if (amount < smallest) {
    throw invalidParameter(
      'amount',
      `Amount must be at least ${formatAmount(smallest, currency)}`,
      'amount_too_small',
    );
  }
  if (amount > LARGEST_CHARGE) {
    const message = `Amount must be no more than ${formatAmount(LARGEST_CHARGE, currency)}`;
    throw invalidParameter('amount', message, 'amount_too_large');
  }
  return amount;
}

/** 4597 and "aud" -> "$45.97"; other currencies carry their own symbol. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-AU', { style: 'currency', currency }).format(amount / 100);
}
