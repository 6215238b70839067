import { useState } from 'react';
import type { AdminOrderReply, OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  NOTHING_UNSUITABLE,
  readOrderConflict,
  readUnsuitableMeals,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { editOf, type FieldProblems, isEdited, missingItemFields, takeOver } from './order-edit.ts';
import { useSaveOrder, useTheirOrder } from './use-save-order.ts';

/** An edit, from the order as it was to the server. */
export function useOrderEdit(opened: AdminOrderReply) {
  const [base, setBase] = useState(opened);
  const [edit, setEdit] = useState(() => editOf(opened));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [conflict, setConflict] = useState<OrderConflictReply | null>(null);

  const [unsuitable, setUnsuitable] = useState(NOTHING_UNSUITABLE);

  const saving = useSaveOrder(base, (error) => {
    const refusal = readOrderConflict(error);
    setConflict(refusal);
    setProblems(fieldErrorsOf(error));
    const food = readUnsuitableMeals(error);
    setUnsuitable(food);
    return refusal === null && food.clashes.length + food.pastTheirDay.length === 0;
  });

  function save() {
    const missing = missingItemFields(edit);
    setProblems(missing);
    setConflict(null);
    setUnsuitable(NOTHING_UNSUITABLE);
    if (Object.keys(missing).length === 0) saving.run({ edit, version: base.version });
  }
  function saveOverLimit(overLimit: string) {
    setProblems({});
    saving.run({ edit, version: base.version, overLimit });
  }
  const theirs = useTheirOrder(opened.id, (now) => {
    setBase(now);
    setConflict(null);
    setProblems({});
  });

  return {
    edit,
    base,
    problems,
    conflict,
    unsuitable,
    isSaving: saving.isBusy || theirs.isBusy,
    isSaved: saving.result !== undefined,
    isUnsaved: isEdited(edit, base) && saving.result === undefined,
    change: setEdit,
    save,
    /** Sells portions that are not left, for a reason. */
    saveOverLimit,
    /** Overwrites what someone else has saved since. */
    overrule: () =>
      theirs.run((now) => {
        const mine = takeOver(edit, now);
        setEdit(mine);
        saving.run({ edit: mine, version: now.version });
      }),
    /** Starts again from what someone else has saved since. */
    loadTheirs: () => theirs.run((now) => setEdit(editOf(now))),
  };
}

export type OrderEditing = ReturnType<typeof useOrderEdit>;
