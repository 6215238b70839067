/** Money is a whole number of Australian cents; decimal text exists only on the wire and on screen. Spec 3, 9. */

export type Cents = number;

/** 1499 -> "14.99". */
export function formatAmount(cents: Cents): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 1499 -> "$14.99", -599 -> "-$5.99", 3366077 -> "$33,660.77". */
export function formatDollars(cents: Cents): string {
  return amountInDollars(formatAmount(cents));
}

/** An amount of the wire for a person to read: "14.99" -> "$14.99", "-33660.77" -> "-$33,660.77". */
export function amountInDollars(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+\.)/g, ',').replace(/\d/, '$$$&');
}

const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;

/** "14.99", "14.9" or "14" -> cents; null for anything else, including negative and huge amounts. */
export function parseAmount(text: string): Cents | null {
  if (!AMOUNT.test(text)) return null;
  const [dollars = '0', fraction = ''] = text.split('.');
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The dollars-as-a-number that create-payment-intent sends (30.97) -> cents; null when it is not a whole number of cents. */
export function centsFromDollars(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100);
  // A double is off from 30.97 by less than this; a real fraction of a cent, by far more.
  const isWholeCents = Math.abs(dollars * 100 - cents) < 1e-6;
  return Number.isSafeInteger(cents) && cents >= 0 && isWholeCents ? cents : null;
}

export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/**
 * The GST in a GST-inclusive amount: one eleventh, rounded to the cent. Printed on receipts of a registered business.
 */
export function includedGst(totalCents: Cents): Cents {
  return Math.round(totalCents / 11);
}
