import { type SyntheticEvent, useState, type ChangeEvent } from 'react';
import {
  type CardPayments,
  type PaymentFormProps,
  resultOfRefusal,
  type PaymentResult,
  resultOf,
  PayButton,
  declinedBecause,
  explainDecline,
} from './card-payments.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { z } from 'zod/mini';

/** The payment sandbox from the browser: Stripe's wire format, form-encoded, with the client secret as key. */
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

type CardDetails = { number: string; expMonth: string; expYear: string; cvc: string };
type Payment = { clientSecret: string; paymentIntentId: string };

const BANK_SAID_NOTHING = 'Your bank has not approved this payment. Nothing was charged.';

/** A payment that waits for the bank comes with the address of the bank's page. Throws without a reply. */
async function confirmInSandbox(
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

async function retrieveFromSandbox(payment: Payment): Promise<PaymentResult> {
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

export const sandboxPayments: CardPayments = { Form: SandboxForm, retrieve: retrieveFromSandbox };

function SandboxForm({
  payLabel,
  returnUrl,
  onBusy,
  onResult,
  onBroken,
  ...payment
}: PaymentFormProps) {
  const [card, setCard] = useState<CardText>(EMPTY_CARD);
  const [errors, setErrors] = useState<Partial<CardText>>({});
  const [isBusy, setIsBusy] = useState(false);

  function showBusy(busy: boolean) {
    setIsBusy(busy);
    onBusy(busy);
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readCard(card);
    setErrors(read.errors);
    if (read.card) void pay(read.card);
    else focusFirst(event.currentTarget, read.errors);
  }

  async function pay(details: CardDetails) {
    if (isBusy) return;
    showBusy(true);
    try {
      const result = await confirmInSandbox(payment, details, returnUrl);
      if (result.outcome !== 'ask_bank') return onResult(result);
      onResult({ outcome: 'leaving' });
      location.assign(result.url);
    } catch {
      onBroken();
    } finally {
      showBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      <SandboxWallet payLabel={payLabel} isBusy={isBusy} onPay={(details) => void pay(details)} />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <CardFields card={card} errors={errors} onChange={setCard} />
        <PayButton label={payLabel} isBusy={isBusy} />
      </form>
    </div>
  );
}

function focusFirst(form: HTMLFormElement, errors: Partial<CardText>): void {
  const [first] = Object.keys(errors);
  const field = form.elements.namedItem(`card-${first}`);
  if (field instanceof HTMLInputElement) field.focus();
}

/** Stripe's test card that always pays. */
const CARD_IN_WALLET: CardDetails = {
  number: '4242424242424242',
  expMonth: '12',
  expYear: '2060',
  cvc: '123',
};

type SandboxWalletProps = {
  /** "Pay $30.97". */
  payLabel: string;
  isBusy: boolean;
  onPay: (card: CardDetails) => void;
};

/** Stands in for the wallets that Stripe's form offers where they work: two taps, and nothing to type. */
function SandboxWallet({ payLabel, isBusy, onPay }: SandboxWalletProps) {
  const [isOpen, setIsOpen] = useState(false);

  function pay() {
    setIsOpen(false);
    onPay(CARD_IN_WALLET);
  }

  return (
    <div className="grid gap-5">
      <Button
        variant="secondary"
        size="large"
        className="w-full"
        disabled={isBusy}
        onClick={() => setIsOpen(true)}
      >
        Use the test wallet
      </Button>
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ActionDialog
        open={isOpen}
        title={payLabel}
        act="Approve"
        go={pay}
        onClose={() => setIsOpen(false)}
      >
        <p>Visa ending in 4242.</p>
        <p className="mt-2 text-ink-soft">
          With real payments, Apple Pay, Google Pay or Link are offered here, on devices that have
          them.
        </p>
      </ActionDialog>
    </div>
  );
}

type CardText = { number: string; expiry: string; cvc: string };

const EMPTY_CARD: CardText = { number: '', expiry: '', cvc: '' };

/** The card to send, or what is missing; the card provider decides if it is valid. */
function readCard(text: CardText): { card: CardDetails | null; errors: Partial<CardText> } {
  const number = text.number.replaceAll(/\D/g, '');
  const expiry = readExpiry(text.expiry);
  const errors: Partial<CardText> = {};
  if (number === '') errors.number = 'Please enter your card number';
  if (!expiry) errors.expiry = 'Please enter the month and year';
  if (text.cvc === '') errors.cvc = 'Please enter the 3 or 4 digit code';
  if (!expiry || Object.keys(errors).length > 0) return { card: null, errors };
  return { card: { number, ...expiry, cvc: text.cvc }, errors };
}

type CardFieldsProps = {
  card: CardText;
  errors: Partial<CardText>;
  onChange: (card: CardText) => void;
};

function CardFields({ card, errors, onChange }: CardFieldsProps) {
  /** Adds spaces only while the cursor is at the end: otherwise it would jump. */
  function edit(field: keyof CardText, arrange: (text: string) => string) {
    return ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
      const isGrowingAtEnd = value.length > card[field].length && selectionStart === value.length;
      onChange({ ...card, [field]: isGrowingAtEnd ? arrange(value) : value });
    };
  }

  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <div className="col-span-2">
        <TextField
          label="Card number"
          name="card-number"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          value={card.number}
          error={errors.number}
          onChange={edit('number', groupCardNumber)}
        />
      </div>
      <TextField
        label="Expiry (MM / YY)"
        name="card-expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM / YY"
        value={card.expiry}
        error={errors.expiry}
        onChange={edit('expiry', spaceExpiry)}
      />
      <TextField
        label="CVC"
        name="card-cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="123"
        maxLength={4}
        value={card.cvc}
        error={errors.cvc}
        onChange={edit('cvc', (text) => text.replaceAll(/\D/g, ''))}
      />
    </div>
  );
}

/** Formats card numbers and expiry dates while they are typed. */

const LONGEST_NUMBER = 19;

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** "424242" -> "4242 42". */
export function groupCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, LONGEST_NUMBER)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** "1230" and "12/2030" -> "12 / 30"; "4" -> "04 / ", because no month starts with it. */
export function spaceExpiry(text: string): string {
  const digits = digitsOf(text).replace(/^([2-9])/, '0$1');
  const month = digits.slice(0, 2);
  const year = digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, 4);
  return month.length < 2 ? month : `${month} / ${year}`;
}

/** "12 / 30" -> { expMonth: "12", expYear: "30" }; null until both are complete. */
export function readExpiry(text: string): { expMonth: string; expYear: string } | null {
  const match = /^(\d{1,2})\D+(\d{2}|\d{4})$/.exec(text.trim());
  return match ? { expMonth: match[1] ?? '', expYear: match[2] ?? '' } : null;
}
