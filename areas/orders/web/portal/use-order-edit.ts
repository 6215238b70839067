import { useState } from 'react';
import type { AdminOrderReply, OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  NOTHING_UNSUITABLE,
  readOrderConflict,
  readUnsuitableMeals,
  fetchOrder,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  editOf,
  type FieldProblems,
  isEdited,
  missingItemFields,
  takeOver,
  type OrderEdit,
  requestOfEdit,
} from '#areas/orders/web/portal/order-edit.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/web/api/client.ts';
import { editOrder } from '#areas/orders/calls/order-editing.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/order-cache.ts';
import { centsOf } from '#areas/orders/web/portal/detail/describe-order.ts';

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
  const newest = useTheirOrder(opened.id, (now) => {
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
    isSaving: saving.isBusy || newest.isBusy,
    isSaved: saving.result !== undefined,
    isUnsaved: isEdited(edit, base) && saving.result === undefined,
    change: setEdit,
    save,
    saveOverLimit,
    /** Overwrites what someone else has saved since. */
    overrule: () =>
      newest.run((now) => {
        const mine = takeOver(edit, now);
        setEdit(mine);
        saving.run({ edit: mine, version: now.version });
      }),
    /** Starts again from what someone else has saved since. */
    loadTheirs: () => newest.run((now) => setEdit(editOf(now))),
  };
}

export type OrderEditing = ReturnType<typeof useOrderEdit>;

type EditToSave = {
  edit: OrderEdit;
  version: number;
  overLimit?: string;
};

/** Sends an edit of the order. `onFailure` returns whether a toast is still needed. */
function useSaveOrder(before: AdminOrderReply, onFailure: (error: Error) => boolean) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const { defaultWindow } = useConfig().business;
  return useChange(
    ({ edit, version, overLimit }: EditToSave) => {
      const request = requestOfEdit(edit, version, defaultWindow);
      if (!request) throw new Error('an incomplete order cannot be sent');
      const eatsAgain = edit.eatsAgain.trim();
      return call(editOrder, {
        params: { id: String(before.id) },
        body: { ...request, overLimit, ...(eatsAgain !== '' && { eatsAgain }) },
      });
    },
    {
      onDone(after) {
        cacheOrder(client, after);
        refreshAround(client, after.id);
      },
      says: (after) => ({
        title: 'Order Updated',
        description: tellTotal(before, after),
        tone: 'success',
      }),
      onFailure(_failure, { error }) {
        if (!onFailure(error)) return;
        const description = 'Failed to update order. Please try again.';
        showToast({ title: 'Error', description, tone: 'error' });
      },
    },
  );
}

function useTheirOrder(orderId: AdminOrderReply['id'], onLoaded: (now: AdminOrderReply) => void) {
  const client = useQueryClient();
  return useChange((_goOn: (now: AdminOrderReply) => void) => fetchOrder(orderId), {
    onDone(now, goOn) {
      cacheOrder(client, now);
      onLoaded(now);
      goOn(now);
    },
    toastsFailure: 'Failed to load the order. Please try again.',
  });
}

function tellTotal(before: AdminOrderReply, after: AdminOrderReply): string {
  const difference = centsOf(after.total) - centsOf(before.total);
  if (difference === 0) return `${after.orderNumber} still costs ${amountInDollars(after.total)}.`;
  const amount = formatDollars(Math.abs(difference));
  const word = difference > 0 ? 'more' : 'less';
  return `${after.orderNumber} now costs ${amountInDollars(after.total)}, ${amount} ${word} than before.`;
}
