import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import {
  LONGEST_CARD_MESSAGE,
  type RecipientField,
  tidyCardMessage,
} from '#areas/business/rules/recipient.ts';
import type { NewsReader } from '#areas/business/rules/news-readers.ts';
import {
  type RecipientDraft,
  LONGEST_INSTRUCTIONS,
  deliveryTypeOfDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { comingPortions } from '#areas/checkout/rules/draft/late-lunches.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import {
  customerFieldId,
  type CustomerFieldsProps,
} from '#areas/checkout/web/site/customer-fields.tsx';
import { useOrder } from './order-context.tsx';

export type RecipientProblems = Partial<Record<RecipientField, string>>;

type RecipientFieldsProps = {
  recipient: RecipientDraft;
  problems: RecipientProblems;
  onEdit: (changes: Partial<RecipientDraft>) => void;
  onLeave: (field: RecipientField) => void;
};

/** From top to bottom: the first with a problem takes the focus. */
export const RECIPIENT_FIELDS = [
  'firstName',
  'lastName',
  'phone',
  'message',
  'news',
] as const satisfies RecipientField[];

export function recipientFieldId(field: RecipientField): string {
  return `recipient-${field}`;
}

/** Who gets the food: what the driver needs at their door. Browsers must not fill in the payer. */
export function RecipientFields(fields: RecipientFieldsProps) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-serif text-xl font-semibold">Who gets it</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameField {...fields} field="firstName" label="Their first name" />
        <NameField {...fields} field="lastName" label="Their last name" />
      </div>
      <NameField
        {...fields}
        field="phone"
        label="Their phone"
        type="tel"
        inputMode="tel"
        hint="For the driver at their door."
      />
    </fieldset>
  );
}

type NameFieldProps = RecipientFieldsProps & {
  field: 'firstName' | 'lastName' | 'phone';
  label: string;
  hint?: string;
  type?: 'tel';
  inputMode?: 'tel';
};

function NameField({ recipient, problems, onEdit, onLeave, field, ...input }: NameFieldProps) {
  return (
    <TextField
      {...input}
      id={recipientFieldId(field)}
      name={`recipient-${field}`}
      autoComplete="off"
      maxLength={LONGEST_NAME}
      value={recipient[field]}
      error={problems[field] ?? null}
      onChange={({ currentTarget }) => onEdit({ [field]: currentTarget.value })}
      onBlur={() => onLeave(field)}
    />
  );
}

const READERS: { value: NewsReader; label: string }[] = [
  { value: 'payer', label: 'Me' },
  { value: 'recipient', label: 'Them' },
  { value: 'both', label: 'Both' },
];

export function PresentFields({
  payerName,
  ...fields
}: RecipientFieldsProps & { payerName: string }) {
  const { recipient, problems, onEdit } = fields;
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <Switch
          label="It’s a present"
          checked={recipient.isGift}
          onChange={(isGift) => onEdit({ isGift })}
        />
        {recipient.isGift && <CardFields {...fields} payerName={payerName} />}
        <Switch
          label="Tell them it’s from me"
          checked={recipient.namesPayer}
          onChange={(namesPayer) => onEdit({ namesPayer })}
        />
      </div>
      <div id={recipientFieldId('news')} tabIndex={-1} className="outline-none">
        <PillChoice
          legend="Who gets messages about the delivery?"
          layout="even"
          value={recipient.news}
          pills={READERS}
          onChange={(news) => onEdit({ news })}
          error={problems.news ?? null}
          hint="When it’s on its way and when it’s there. We text them, and never mention prices. Anything about money goes to you alone."
        />
      </div>
    </div>
  );
}

function CardFields({
  recipient,
  problems,
  payerName,
  onEdit,
  onLeave,
}: RecipientFieldsProps & { payerName: string }) {
  const message = tidyCardMessage(recipient.message);
  const left = LONGEST_CARD_MESSAGE - message.length;
  return (
    <div className="grid gap-3">
      <TextAreaField
        id={recipientFieldId('message')}
        name="recipient-message"
        label="Message on a card"
        optional
        rows={4}
        hint={`We print it and put it in the bag. ${left} of ${LONGEST_CARD_MESSAGE} characters left.`}
        value={recipient.message}
        error={problems.message ?? null}
        onChange={({ currentTarget }) => onEdit({ message: currentTarget.value })}
        onBlur={() => onLeave('message')}
      />
      {message !== '' && (
        <figure className="grid max-w-60 gap-1">
          <figcaption className="text-sm text-ink-soft">The card</figcaption>
          <div className="grid aspect-[105/148] content-center gap-3 rounded-lg border border-line bg-surface px-5 py-6 text-center break-words shadow-sm">
            <p className="font-bold">For {recipient.firstName.trim() || 'them'}</p>
            <p className="text-sm whitespace-pre-line">{message}</p>
            {recipient.namesPayer && payerName !== '' && (
              <p className="text-sm font-bold">{payerName}</p>
            )}
          </div>
        </figure>
      )}
    </div>
  );
}

export function DeliveryPreferenceFields({
  customer,
  problems,
  onEdit,
  onLeave,
}: CustomerFieldsProps) {
  const { draft, facts } = useOrder();
  const isDaily = deliveryTypeOfDraft(draft, facts) === 'daily';
  const warm = warmWords(comingPortions(draft, facts), facts);
  return (
    <div className="grid gap-6">
      {isDaily ? (
        <ChoiceCards
          legend="Warm or cold?"
          value={warm === null ? 'cold' : customer.deliveryPreference}
          onChange={(deliveryPreference) => onEdit({ deliveryPreference })}
          choices={[
            {
              value: 'cold',
              label: 'Cold, at your door',
              description: 'Left in an insulated bag. No signature, and you don’t need to be home.',
            },
            {
              value: 'warm',
              label: 'Warm',
              description:
                warm === null
                  ? 'None of your meals is eaten when it arrives.'
                  : `${warm} Please be home during your delivery window.`,
              disabled: warm === null,
            },
          ]}
        />
      ) : (
        <p>
          <strong>Cold, at your door.</strong> Your week’s meals arrive in an insulated bag. No
          signature, and you don’t need to be home.
          {offeredDeliveryTypes(facts).includes('daily') &&
            ' Warm meals are only available with daily delivery.'}
        </p>
      )}
      <TextAreaField
        id={customerFieldId('specialInstructions')}
        name="specialInstructions"
        label="Special instructions"
        optional
        hint={`Gate codes, where to leave the bag, and any allergies. If they are severe, call us first: ${facts.phone}. Up to ${LONGEST_INSTRUCTIONS} characters.`}
        value={customer.specialInstructions}
        error={problems.specialInstructions ?? null}
        onChange={(event) => onEdit({ specialInstructions: event.currentTarget.value })}
        onBlur={() => onLeave('specialInstructions')}
      />
    </div>
  );
}
