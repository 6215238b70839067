import { useConfig } from '#areas/business/web/page-data.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import type { CustomerFieldsProps } from './customer-fields.tsx';
import type { ContactOf } from '#areas/order-book/rules/order-draft.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CustomerTextField } from './customer-fields.tsx';

type ContactFieldsProps = CustomerFieldsProps & {
  /** Someone else gets the food. */
  isPayerOnly?: boolean;
  /** Whose email and phone count, unless others are typed. */
  contactOf?: ContactOf | undefined;
  onOtherContact?: () => void;
};

export function ContactFields({
  isPayerOnly = false,
  contactOf,
  onOtherContact,
  ...fields
}: ContactFieldsProps) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-serif text-xl font-semibold">
        {isPayerOnly ? 'Your contact details' : 'Contact'}
      </legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <CustomerTextField
          {...fields}
          field="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={LONGEST_NAME}
        />
        <CustomerTextField
          {...fields}
          field="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={LONGEST_NAME}
        />
      </div>
      {contactOf ? (
        <KnownContact contactOf={contactOf} onOther={onOtherContact} />
      ) : (
        <EmailAndPhone {...fields} isPayerOnly={isPayerOnly} />
      )}
    </fieldset>
  );
}

/** As we show them, because the link that they come from may be in other hands. */
function KnownContact({
  contactOf: { email, phone },
  onOther,
}: {
  contactOf: ContactOf;
  onOther: (() => void) | undefined;
}) {
  return (
    <div className="grid justify-items-start gap-2 rounded-2xl bg-sunken p-4">
      <p>
        Email <strong className="wrap-anywhere">{email}</strong> and phone{' '}
        <strong className="whitespace-nowrap">{phone}</strong>, as in your last order.
      </p>
      <Button variant="secondary" size="small" onClick={onOther}>
        Use others
      </Button>
    </div>
  );
}

function EmailAndPhone({ isPayerOnly, ...fields }: CustomerFieldsProps & { isPayerOnly: boolean }) {
  const { sendsTexts } = useConfig();
  return (
    <>
      <CustomerTextField
        {...fields}
        field="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="For your confirmation and the link to track your order."
      />
      <CustomerTextField
        {...fields}
        field="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={phoneHint(isPayerOnly, sendsTexts)}
      />
    </>
  );
}

/** What we do with the number, neither more nor less. */
function phoneHint(isPayerOnly: boolean, sendsTexts: boolean): string {
  if (isPayerOnly)
    return sendsTexts
      ? 'For messages about your order, and if we have a question.'
      : 'Only used if we have a question.';
  return sendsTexts
    ? 'For messages about your delivery, and if the driver can’t find you.'
    : 'Only used if the driver can’t find you.';
}
