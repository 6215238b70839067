import { useState } from 'react';
import type { RecipientField } from '#areas/business/rules/recipient.ts';
import {
  type RecipientDraft,
  recipientDraftProblems,
} from '#areas/order-book/rules/order-draft.ts';
import { PresentFields, RecipientFields } from '#areas/checkout/web/site/recipient-fields.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

/** Whom the food is handed to, what their card says and who hears of the delivery: the wizard's fields. */
export function ChangeRecipient() {
  const { draft, dispatch } = useOrder();
  const { recipient, customer } = draft;
  const [left, setLeft] = useState<ReadonlySet<RecipientField>>(new Set());
  if (!recipient) return null;
  const problems = Object.fromEntries(
    Object.entries(recipientDraftProblems(recipient)).filter(
      ([field]) => field === 'news' || left.has(field as RecipientField),
    ),
  );

  function edit(changes: Partial<RecipientDraft>) {
    if (!recipient) return;
    dispatch({ type: 'recipient edited', recipient: { ...recipient, ...changes } });
    setLeft((fields) => fields.difference(new Set(Object.keys(changes) as RecipientField[])));
  }

  const fields = {
    recipient,
    problems,
    onEdit: edit,
    onLeave: (field: RecipientField) => setLeft((others) => new Set([...others, field])),
  };
  return (
    <div className="grid max-w-2xl gap-8">
      <RecipientFields {...fields} />
      <PresentFields {...fields} payerName={`${customer.firstName} ${customer.lastName}`.trim()} />
    </div>
  );
}
