import type { ChangeEvent } from 'react';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { groupCardNumber, readExpiry, spaceExpiry } from './card-text.ts';
import type { CardDetails } from './sandbox-gateway.ts';

export type CardText = { number: string; expiry: string; cvc: string };

export const EMPTY_CARD: CardText = { number: '', expiry: '', cvc: '' };

/** The card to send, or what is missing; the card provider decides if it is valid. */
export function readCard(text: CardText): { card: CardDetails | null; errors: Partial<CardText> } {
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

export function CardFields({ card, errors, onChange }: CardFieldsProps) {
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
