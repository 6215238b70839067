import { type SubmitEvent, useState } from 'react';
import {
  type CustomerDraft,
  type CustomerField,
  customerProblems,
  hasRequiredCustomerFields,
} from '#domain/ordering/draft/order-draft.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AddressFields } from './address-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { CUSTOMER_FIELDS, customerFieldId, missingFields } from './customer-fields.ts';
import { DeliveryPreferenceFields } from '../delivery/delivery-preference-fields.tsx';
import { useOrder } from '../state/order-context.tsx';
import { StepLayout } from '../step-layout.tsx';

const FORM_ID = 'customer';

export function CustomerStep() {
  const { draft, dispatch, goTo, facts } = useOrder();
  const { customer } = draft;
  const [shown, setShown] = useState<Partial<Record<CustomerField, string>>>({});

  function edit(changes: Partial<CustomerDraft>) {
    dispatch({ type: 'customer edited', changes });
    setShown((problems) =>
      Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in changes))),
    );
  }

  /** A field left empty is not scolded: the customer may only be passing through. */
  function leave(field: CustomerField) {
    const problem =
      customer[field].trim() === '' ? undefined : customerProblems(customer, facts)[field];
    if (problem) setShown((problems) => ({ ...problems, [field]: problem }));
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const problems = customerProblems(customer, facts);
    const first = CUSTOMER_FIELDS.find((field) => problems[field]);
    setShown(problems);
    if (first) document.getElementById(customerFieldId(first))?.focus();
    else goTo(4);
  }

  const fields = { customer, problems: shown, onEdit: edit, onLeave: leave };
  return (
    <StepLayout
      step={3}
      intro={<p>Who is it for, and where do we bring it?</p>}
      blockers={hasRequiredCustomerFields(customer) ? [] : [missingFields(customer, facts)]}
      continueForm={FORM_ID}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid max-w-2xl gap-8">
        <ContactFields {...fields} />
        <AddressFields {...fields} suburbs={facts.suburbs} />
        <DeliveryPreferenceFields {...fields} />
        <Notice title="What we do with this">
          <p>
            We need it to cook, deliver and reach you about this order. Only our kitchen, your
            driver and, for the payment, our card provider get what they need of it.
          </p>
        </Notice>
      </form>
    </StepLayout>
  );
}
