import { useState } from 'react';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import type { CustomerDraft, CustomerField } from '#areas/order-book/rules/order-draft.ts';
import { AddressFields } from '#areas/checkout/web/site/address-fields.tsx';
import { CustomerTextField } from '#areas/checkout/web/site/customer-text-field.tsx';
import { DeliveryPreferenceFields } from '#areas/checkout/web/site/delivery-preference-fields.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { problemsOfChange } from './change-draft.ts';

type ChangeDetailsProps = {
  before: CustomerDraft;
  known: Pick<OrderToChangeReply['customer'], 'email' | 'phoneEnd'>;
};

/** Where it goes and whom we call. The email address stays: it is how the owner of the order is known. */
export function ChangeDetails({ before, known }: ChangeDetailsProps) {
  const { draft, dispatch, facts } = useOrder();
  const { customer } = draft;
  const [left, setLeft] = useState<ReadonlySet<CustomerField>>(new Set());
  const problems = Object.fromEntries(
    Object.entries(problemsOfChange(before, customer, facts)).filter(([field]) =>
      left.has(field as CustomerField),
    ),
  );

  function edit(changes: Partial<CustomerDraft>) {
    dispatch({ type: 'customer edited', changes });
    setLeft((fields) => fields.difference(new Set(Object.keys(changes) as CustomerField[])));
  }

  const fields = {
    customer,
    problems,
    onEdit: edit,
    onLeave: (field: CustomerField) => setLeft((others) => new Set([...others, field])),
  };
  return (
    <div className="grid max-w-2xl gap-8">
      <AddressFields {...fields} facts={facts} />
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-serif text-xl font-semibold">Contact</legend>
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
        <CustomerTextField
          {...fields}
          field="phone"
          label="New phone number"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={`We have the number that ends in ${known.phoneEnd}. Leave this empty to keep it.`}
        />
        <p className="text-sm text-ink-soft">
          Emails go to {known.email}. To change that, call us on{' '}
          <span className="whitespace-nowrap">{facts.phone}</span>.
        </p>
      </fieldset>
      <DeliveryPreferenceFields {...fields} />
    </div>
  );
}
