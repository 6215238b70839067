/** The parameters that say what is paid, how and for whom. */
import { moneyText } from './money-text.ts';
import {
  isEmptyParameter,
  type Parameters,
  readBoolean,
  readChoice,
  readGroup,
  readInteger,
  readList,
  readText,
  readTextOrUnset,
  required,
} from './parameters.ts';
import type { PaymentIntent } from './payment-intent.ts';
import { invalidParameter } from './stripe-errors.ts';

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
      `Amount must be at least ${moneyText(smallest, currency)}`,
      'amount_too_small',
    );
  }
  if (amount > LARGEST_CHARGE) {
    const message = `Amount must be no more than ${moneyText(LARGEST_CHARGE, currency)}`;
    throw invalidParameter('amount', message, 'amount_too_large');
  }
  return amount;
}

type PaymentMethodChoice = Pick<
  PaymentIntent,
  'allowed_payment_method_types' | 'automatic_payment_methods'
>;

/**
 * However the shop chooses, it ends with cards, the only thing the sandbox can charge. `payment_method_types` is the older
 * way, which excludes `automatic_payment_methods`; the API version spoken here has `allowed_payment_method_types` instead.
 */
export function readPaymentMethodChoice(parameters: Parameters): PaymentMethodChoice {
  const listed = readCardTypes(parameters, 'payment_method_types');
  const allowed = readCardTypes(parameters, 'allowed_payment_method_types');
  const automatic = readGroup(parameters, 'automatic_payment_methods', [
    'allow_redirects',
    'enabled',
  ]);
  const sentEnabled =
    automatic && required(automatic, 'enabled', readBoolean(automatic, 'enabled'));
  if (listed && sentEnabled) {
    const message =
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.';
    throw invalidParameter('automatic_payment_methods', message, 'parameters_exclusive');
  }
  const allowRedirects =
    (automatic && readChoice(automatic, 'allow_redirects', ['always', 'never'])) ?? 'always';
  const isEnabled = sentEnabled ?? listed === undefined;
  return {
    allowed_payment_method_types: allowed ?? null,
    automatic_payment_methods: isEnabled
      ? { allow_redirects: allowRedirects, enabled: true }
      : null,
  };
}

function readCardTypes(parameters: Parameters, name: string): string[] | undefined {
  const types = readList(parameters, name);
  const unsupported = types?.find((type) => type !== 'card');
  if (unsupported !== undefined) {
    throw invalidParameter(name, `The payment method type "${unsupported}" is invalid.`);
  }
  return types;
}

/** null unsets. */
export function readShipping(parameters: Parameters): PaymentIntent['shipping'] | undefined {
  if (isEmptyParameter(parameters, 'shipping')) return null;
  const shipping = readGroup(parameters, 'shipping', [
    'address',
    'carrier',
    'name',
    'phone',
    'tracking_number',
  ]);
  if (!shipping) return undefined;
  const address = required(
    shipping,
    'address',
    readGroup(shipping, 'address', ['city', 'country', 'line1', 'line2', 'postal_code', 'state']),
  );
  return {
    address: {
      city: readTextOrUnset(address, 'city') ?? null,
      country: readTextOrUnset(address, 'country') ?? null,
      line1: required(address, 'line1', readText(address, 'line1')),
      line2: readTextOrUnset(address, 'line2') ?? null,
      postal_code: readTextOrUnset(address, 'postal_code') ?? null,
      state: readTextOrUnset(address, 'state') ?? null,
    },
    carrier: readTextOrUnset(shipping, 'carrier') ?? null,
    name: required(shipping, 'name', readText(shipping, 'name')),
    phone: readTextOrUnset(shipping, 'phone') ?? null,
    tracking_number: readTextOrUnset(shipping, 'tracking_number') ?? null,
  };
}
