/** The shop's calls on payment intents. Paying them is in confirm-payment.ts. */
import { type Answer, objectAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { LIST_PARAMETERS, listAnswer } from '../http/list-page.ts';
import {
  mergeMetadata,
  type Parameters,
  readBoolean,
  readChoice,
  readEmailOrUnset,
  readParameters,
  readText,
  readTextOrUnset,
  required,
  isEmptyParameter,
  readGroup,
  readList,
} from '../http/parameters.ts';
import { invalidParameter } from '../http/stripe-errors.ts';
import { recordEvent } from '../webhooks/events.ts';
import {
  readAmount,
  readCurrency,
  getPaymentIntent,
  getAuthorisedPaymentIntent,
  insertPaymentIntent,
  isOpen,
  newPaymentIntent,
  OPEN_STATUSES,
  type PaymentIntent,
  savePaymentIntent,
  unexpectedState,
  viewFor,
} from './payment-intent.ts';
import {
  confirmIntent,
  readConfirmation,
  PAYMENT_SOURCE,
  type PaymentSource,
  readPaymentSource,
  toPaymentMethod,
} from './confirm-payment.ts';

const CHANGEABLE = [
  'amount',
  'description',
  'metadata',
  'receipt_email',
  'shipping',
  ...PAYMENT_SOURCE,
];

export function makePaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, [
    ...CHANGEABLE,
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'capture_method',
    'confirm',
    'currency',
    'expand',
    'payment_method_types',
    'return_url',
    'statement_descriptor_suffix',
  ]);
  const currency = readCurrency(parameters);
  const isConfirmed = readBoolean(parameters, 'confirm') ?? false;
  const confirmation = readConfirmation(call, parameters);
  if (confirmation.returnUrl !== null && !isConfirmed) throw onlyWhenConfirmed('return_url');
  const terms = newPaymentIntent({
    amount: required(parameters, 'amount', readAmount(parameters, currency)),
    ...readPaymentMethodChoice(parameters),
    capture_method:
      readChoice(parameters, 'capture_method', ['automatic', 'automatic_async', 'manual']) ??
      'automatic_async',
    currency,
    description: readText(parameters, 'description') ?? null,
    metadata: mergeMetadata({}, call.fields['metadata']),
    receipt_email: readEmailOrUnset(parameters, 'receipt_email') ?? null,
    shipping: readShipping(parameters) ?? null,
    statement_descriptor_suffix: readText(parameters, 'statement_descriptor_suffix', 22) ?? null,
  });
  const intent = withPaymentMethod(call, terms, confirmation.source);
  insertPaymentIntent(call.store, intent);
  recordEvent(call, 'payment_intent.created', intent);
  const { returnUrl } = confirmation;
  return objectAnswer(
    call,
    isConfirmed ? confirmIntent(call, intent, { source: null, returnUrl }) : intent,
  );
}

export function retrievePaymentIntent(call: Call): Answer {
  const intent = getAuthorisedPaymentIntent(call);
  readParameters(call.fields, [
    'client_secret',
    'key',
    ...(call.caller === 'server' ? ['expand'] : []),
  ]);
  return objectAnswer(call, viewFor(call, intent));
}

export function listPaymentIntents(call: Call): Answer {
  const parameters = readParameters(call.fields, LIST_PARAMETERS);
  return listAnswer(call, parameters, { table: 'payment_intents', object: 'payment_intent' });
}

export function updatePaymentIntent(call: Call): Answer {
  const parameters = readParameters(call.fields, [...CHANGEABLE, 'expand']);
  const intent = getPaymentIntent(call);
  const source = readPaymentSource(call, parameters);
  const terms = changedIntent(call, intent, parameters);
  // What its maker notes of it may always be changed.
  const isOnlyNoted = Object.keys(call.fields).every((name) => name === 'metadata');
  if (!isOpen(intent) && !isOnlyNoted) throw cannotUpdate(call, intent);
  const changed = withPaymentMethod(call, terms, source);
  savePaymentIntent(call.store, changed);
  return objectAnswer(call, changed);
}

/** With a payment method, an intent only needs to be confirmed. */
function withPaymentMethod(
  call: Call,
  intent: PaymentIntent,
  source: PaymentSource | null,
): PaymentIntent {
  if (!source) return intent;
  const { id } = toPaymentMethod(call.store, source);
  return { ...intent, status: 'requires_confirmation', next_action: null, payment_method: id };
}

function changedIntent(call: Call, intent: PaymentIntent, parameters: Parameters): PaymentIntent {
  const amount = readAmount(parameters, intent.currency) ?? intent.amount;
  const description = readTextOrUnset(parameters, 'description');
  const receiptEmail = readEmailOrUnset(parameters, 'receipt_email');
  const shipping = readShipping(parameters);
  const changed: PaymentIntent = {
    ...intent,
    amount,
    description: description === undefined ? intent.description : description,
    metadata: mergeMetadata(intent.metadata, call.fields['metadata']),
    receipt_email: receiptEmail === undefined ? intent.receipt_email : receiptEmail,
    shipping: shipping === undefined ? intent.shipping : shipping,
  };
  // The bank was asked to approve the old amount, so its approval must not charge the new one.
  return amount === intent.amount || intent.status !== 'requires_action'
    ? changed
    : { ...changed, status: 'requires_payment_method', payment_method: null, next_action: null };
}

function cannotUpdate(call: Call, intent: PaymentIntent) {
  const param = Object.keys(call.fields).find((name) => CHANGEABLE.includes(name)) ?? 'intent';
  return unexpectedState(
    call,
    intent,
    `This PaymentIntent's ${param} could not be updated because it has a status of ${intent.status}. ` +
      `You may only update the ${param} of a PaymentIntent with one of the following statuses: ${OPEN_STATUSES.join(', ')}.`,
  );
}

function onlyWhenConfirmed(param: string) {
  return invalidParameter(
    param,
    `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    'payment_intent_invalid_parameter',
  );
}

type PaymentMethodChoice = Pick<
  PaymentIntent,
  'allowed_payment_method_types' | 'automatic_payment_methods'
>;

/**
 * Every choice means cards, because the sandbox charges nothing else. `payment_method_types` is the old parameter, which
 * excludes `automatic_payment_methods`; this API version has `allowed_payment_method_types` instead.
 */
function readPaymentMethodChoice(parameters: Parameters): PaymentMethodChoice {
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
function readShipping(parameters: Parameters): PaymentIntent['shipping'] | undefined {
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
