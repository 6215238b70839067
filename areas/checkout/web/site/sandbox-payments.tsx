import { type SyntheticEvent, useState } from 'react';
import type { CardPayments, PaymentFormProps } from './card-payments.ts';
import { CardFields, type CardText, EMPTY_CARD, readCard } from './card-fields.tsx';
import { PayButton } from './pay-button.tsx';
import { type CardDetails, confirmInSandbox, retrieveFromSandbox } from './sandbox-gateway.ts';
import { SandboxWallet } from './sandbox-wallet.tsx';

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
