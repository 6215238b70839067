import { useState } from 'react';
import type { RecipientField } from '#areas/business/rules/recipient.ts';
import {
  EMPTY_RECIPIENT,
  type RecipientDraft,
  recipientDraftProblems,
} from '#areas/order-book/rules/order-draft.ts';
import { useOrder } from './order-context.tsx';
import type { RecipientProblems } from './recipient-fields.tsx';

/** Whom the order is for, when that is somebody else than who pays. */
export function useRecipientEdit() {
  const { draft, dispatch } = useOrder();
  const { recipient } = draft;
  const [putAside, setPutAside] = useState(recipient ?? EMPTY_RECIPIENT);
  const [problems, setProblems] = useState<RecipientProblems>({});

  /** What was typed of somebody else comes back when it is for them after all. */
  function chooseWho(who: 'me' | 'someone') {
    if (recipient) setPutAside(recipient);
    dispatch({ type: 'recipient edited', recipient: who === 'me' ? undefined : putAside });
  }

  function edit(changes: Partial<RecipientDraft>) {
    dispatch({ type: 'recipient edited', recipient: { ...(recipient ?? putAside), ...changes } });
    // Whose phone it is decides who can be texted.
    const changed = 'phone' in changes ? { ...changes, news: true } : changes;
    setProblems((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([field]) => !(field in changed))),
    );
  }

  function leave(field: RecipientField) {
    const problem =
      recipient?.[field].trim() === '' ? undefined : recipientDraftProblems(recipient)[field];
    if (problem) setProblems((shown) => ({ ...shown, [field]: problem }));
  }

  return { fields: { problems, onEdit: edit, onLeave: leave }, chooseWho, setProblems };
}
