/**
 * What the fields of step 3 share: their order on the page, their names in sentences, and their props. Joined with step 1,
 * what is known of addresses would be in the first load of /order.
 */
import type { ComponentProps } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { CustomerDraft, ContactOf } from '#areas/order-book/rules/order-draft.ts';
import { type CustomerField, customerProblems } from '#areas/order-book/rules/check-customer.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

const NAMES: Record<CustomerField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  phone: 'phone',
  addressLine1: 'street address',
  addressLine2: 'unit or building',
  suburb: 'suburb',
  deliveryPreference: 'warm or cold',
  specialInstructions: 'special instructions',
};

/** From top to bottom: the first with a problem takes the focus. */
export const CUSTOMER_FIELDS = Object.keys(NAMES) as CustomerField[];

export type CustomerFieldsProps = {
  customer: CustomerDraft;
  problems: Partial<Record<CustomerField, string>>;
  onEdit: (changes: Partial<CustomerDraft>) => void;
  onLeave: (field: CustomerField) => void;
};

export function customerFieldId(field: CustomerField): string {
  return `customer-${field}`;
}

/** "Still needed: phone and suburb", at the first of them. */
export function missingFields(
  customer: CustomerDraft,
  facts: Pick<BusinessFacts, 'suburbs'>,
  contactOf?: ContactOf,
): { message: string; at: string } {
  const problems = customerProblems(customer, facts, contactOf);
  const missing = CUSTOMER_FIELDS.filter(
    (field) => problems[field] && customer[field].trim() === '',
  );
  const names = new Intl.ListFormat('en-AU').format(missing.map((field) => NAMES[field]));
  return { message: `Still needed: ${names}`, at: customerFieldId(missing[0] ?? 'firstName') };
}

type CustomerTextFieldProps = CustomerFieldsProps & { field: CustomerField } & Pick<
    ComponentProps<typeof TextField>,
    'label' | 'hint' | 'optional' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength'
  >;

export function CustomerTextField({
  field,
  customer,
  problems,
  onEdit,
  onLeave,
  ...input
}: CustomerTextFieldProps) {
  return (
    <TextField
      {...input}
      id={customerFieldId(field)}
      name={field}
      value={customer[field]}
      error={problems[field] ?? null}
      onChange={(event) => onEdit({ [field]: event.currentTarget.value })}
      onBlur={() => onLeave(field)}
    />
  );
}

export function NameFields(fields: CustomerFieldsProps) {
  return (
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
  );
}

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
      <NameFields {...fields} />
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

type AddressFieldsProps = CustomerFieldsProps & {
  facts: Pick<BusinessFacts, 'suburbs' | 'region'>;
  /** For someone else who gets the food: the browser must not fill in the payer's. */
  isTheirs?: boolean;
};

export function AddressFields({
  facts: { suburbs, region },
  isTheirs = false,
  ...fields
}: AddressFieldsProps) {
  const { customer, problems, onEdit, onLeave } = fields;
  const served = findServedSuburb(customer.suburb, suburbs);
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-serif text-xl font-semibold">
        {isTheirs ? 'Their address' : 'Delivery address'}
      </legend>
      <CustomerTextField
        {...fields}
        field="addressLine1"
        label="Street address"
        autoComplete={isTheirs ? 'off' : 'address-line1'}
        maxLength={100}
      />
      <CustomerTextField
        {...fields}
        field="addressLine2"
        label="Unit, floor or building"
        optional
        autoComplete={isTheirs ? 'off' : 'address-line2'}
        maxLength={100}
      />
      <SelectField
        id={customerFieldId('suburb')}
        name="suburb"
        label="Suburb"
        autoComplete={isTheirs ? 'off' : 'address-level2'}
        hint={`We deliver to ${region.areaPhrase}.`}
        value={served?.name ?? customer.suburb}
        error={problems.suburb ?? null}
        onChange={(event) => onEdit({ suburb: event.currentTarget.value })}
        onBlur={() => onLeave('suburb')}
      >
        <option value="">Choose your suburb</option>
        {!served && customer.suburb !== '' && (
          <option value={customer.suburb}>{customer.suburb} (no longer served)</option>
        )}
        {suburbs.map(({ name, postcode }) => (
          <option key={name} value={name}>
            {name} {postcode}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
