/** Parameters that say how a payment is made and where the goods go. */
import {
  isEmptyParameter,
  type Parameters,
  readBoolean,
  readChoice,
  readGroup,
  readList,
  readText,
  readTextOrUnset,
  required,
} from '../http/parameters.ts';
import { invalidParameter } from '../http/stripe-errors.ts';
import type { PaymentIntent } from './payment-intent.ts';

type PaymentMethodChoice = Pick<
  PaymentIntent,
  'allowed_payment_method_types' | 'automatic_payment_methods'
>;

/**
 * Every choice means cards, because the sandbox charges nothing else. `payment_method_types` is the old parameter, which
 * excludes `automatic_payment_methods`; this API version has `allowed_payment_method_types` instead.
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

/** null: unset. */
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
