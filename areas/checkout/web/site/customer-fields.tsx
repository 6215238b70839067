/**
 * What the fields of step 3 share: their order on the page, their names in sentences, and their props. Joined with step 1,
 * what is known of addresses would be in the first load of /order.
 */
import type { ComponentProps } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { CustomerDraft, ContactOf } from '#areas/order-book/rules/order-draft.ts';
import { type CustomerField, customerProblems } from '#areas/order-book/rules/customer-draft.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

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
  /** The problems to show, by field. */
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

/** A text field of the customer, wired to the draft and its problems. */
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
