import { type SyntheticEvent, useState } from 'react';
import type { CardPayments, PaymentFormProps } from './card-payments.ts';
import { CardFields, type CardText, EMPTY_CARD, readCard } from './card-fields.tsx';
import { PayButton } from './pay-button.tsx';
import { confirmInSandbox, retrieveFromSandbox } from './sandbox-gateway.ts';

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

  async function pay(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const read = readCard(card);
    setErrors(read.errors);
    if (!read.card) return focusFirst(event.currentTarget, read.errors);
    showBusy(true);
    try {
      const result = await confirmInSandbox(payment, read.card, returnUrl);
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
    <form noValidate onSubmit={(event) => void pay(event)} className="grid gap-5">
      <CardFields card={card} errors={errors} onChange={setCard} />
      <PayButton label={payLabel} isBusy={isBusy} />
    </form>
  );
}

function focusFirst(form: HTMLFormElement, errors: Partial<CardText>): void {
  const [first] = Object.keys(errors);
  const field = form.elements.namedItem(`card-${first}`);
  if (field instanceof HTMLInputElement) field.focus();
}
