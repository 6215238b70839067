/** Amounts in the currencies that the sandbox supports, all with two decimals. */
import { type Parameters, readInteger, readText, required } from '../http/parameters.ts';
import { invalidParameter } from '../http/stripe-errors.ts';

/** Stripe's minimum charge in each supported currency, in its minor unit. https://docs.stripe.com/currencies */
const MIN_CHARGE: Partial<Record<string, number>> = {
  aud: 50,
  eur: 50,
  gbp: 30,
  nzd: 50,
  usd: 50,
};
const MAX_CHARGE = 99_999_999;

export function readCurrency(parameters: Parameters): string {
  const currency = required(parameters, 'currency', readText(parameters, 'currency')).toLowerCase();
  if (MIN_CHARGE[currency] === undefined) {
    const supported = Object.keys(MIN_CHARGE).join(', ');
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
  const minimum = MIN_CHARGE[currency] ?? 0;
  if (amount < minimum) {
    throw invalidParameter(
      'amount',
      `Amount must be at least ${formatCurrency(minimum, currency)}`,
      'amount_too_small',
    );
  }
  if (amount > MAX_CHARGE) {
    const message = `Amount must be no more than ${formatCurrency(MAX_CHARGE, currency)}`;
    throw invalidParameter('amount', message, 'amount_too_large');
  }
  return amount;
}

/** 4597 and "aud" -> "$45.97"; other currencies carry their own symbol. */
export function formatCurrency(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-AU', { style: 'currency', currency }).format(amount / 100);
}
