/** The payment sandbox from the browser: Stripe's wire format, form-encoded, with the client secret as key. */
import { z } from 'zod/mini';
import { resultOfRefusal, type PaymentResult, resultOf } from './card-payments.ts';
import { declinedBecause, explainDecline } from './declined-payment.ts';

const Decline = z.object({
  type: z.optional(z.string()),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  message: z.optional(z.string()),
});

const Intent = z.object({
  id: z.string(),
  status: z.string(),
  last_payment_error: z.nullish(Decline),
  next_action: z.nullish(z.object({ redirect_to_url: z.nullish(z.object({ url: z.string() })) })),
});
type Intent = z.infer<typeof Intent>;

const Failure = z.object({
  error: z.extend(Decline, { payment_intent: z.optional(Intent) }),
});

export type CardDetails = { number: string; expMonth: string; expYear: string; cvc: string };
type Payment = { clientSecret: string; paymentIntentId: string };

const BANK_SAID_NOTHING = 'Your bank has not approved this payment. Nothing was charged.';

/** A payment that waits for the bank comes with the address of the bank's page. Throws without a reply. */
export async function confirmInSandbox(
  payment: Payment,
  card: CardDetails,
  returnUrl: string,
): Promise<PaymentResult | { outcome: 'ask_bank'; url: string }> {
  const form = new URLSearchParams({
    client_secret: payment.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expMonth,
    'payment_method_data[card][exp_year]': card.expYear,
    'payment_method_data[card][cvc]': card.cvc,
    return_url: returnUrl,
  });
  const response = await fetch(`${addressOf(payment)}/confirm`, { method: 'POST', body: form });
  const answer: unknown = await response.json();
  if (!response.ok) return readFailure(answer);
  const intent = Intent.parse(answer);
  const url = intent.next_action?.redirect_to_url?.url;
  return intent.status === 'requires_action' && url
    ? { outcome: 'ask_bank', url }
    : resultFrom(intent);
}

export async function retrieveFromSandbox(payment: Payment): Promise<PaymentResult> {
  const query = new URLSearchParams({ client_secret: payment.clientSecret });
  const response = await fetch(`${addressOf(payment)}?${query.toString()}`);
  const answer: unknown = await response.json();
  return response.ok ? resultFrom(Intent.parse(answer)) : readFailure(answer);
}

function addressOf({ paymentIntentId }: Payment): string {
  return `/sandbox/v1/payment_intents/${encodeURIComponent(paymentIntentId)}`;
}

function readFailure(answer: unknown): PaymentResult {
  const { error } = Failure.parse(answer);
  return resultOfRefusal(error.payment_intent, explainDecline(error));
}

function resultFrom(intent: Intent): PaymentResult {
  const { last_payment_error: lastError } = intent;
  return resultOf(intent, () =>
    lastError ? explainDecline(lastError) : declinedBecause(BANK_SAID_NOTHING),
  );
}
