import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply, OrderConflictReply } from '#contract/admin-orders.ts';
import { formatDollars } from '#domain/money.ts';
import { editOrder, loadOrder, readOrderConflict } from '#web/api/admin-orders.ts';
import { fieldErrorsOf } from '#web/api/field-errors.ts';
import { useConfig } from '#web/api/page-data.ts';
import { isSignedOut } from '#web/api/session.ts';
import { useToast } from '#web/ui/toast.tsx';
import { keepOrder, refreshAround } from './order-cache.ts';
import {
  editOf,
  type FieldProblems,
  isEdited,
  missingFields,
  type OrderEdit,
  requestOf,
  takeOver,
} from './order-edit.ts';
import { centsOf } from './order-money.ts';

/** An edit on its way from the order as it was to the server. `onSaved` hears once nothing is unsaved any more. */
export function useOrderEdit(opened: AdminOrderReply, onSaved: () => void) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const { defaultWindow } = useConfig().business;
  const [base, setBase] = useState(opened);
  const [edit, setEdit] = useState(() => editOf(opened));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [conflict, setConflict] = useState<OrderConflictReply | null>(null);

  const saving = useMutation({
    mutationFn: ({ mine, version }: { mine: OrderEdit; version: number }) => {
      const request = requestOf(mine, version, defaultWindow);
      if (!request) throw new Error('an order that misses something is not sent');
      return editOrder(opened, request);
    },
    onSuccess: (after) => {
      keepOrder(client, after);
      refreshAround(client, after.id);
      showToast({ title: 'Order Updated', description: tellTotal(base, after), tone: 'success' });
      onSaved();
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const refusal = readOrderConflict(error);
      setConflict(refusal);
      setProblems(fieldErrorsOf(error));
      if (refusal) return;
      const description = 'Failed to update order. Please try again.';
      showToast({ title: 'Error', description, tone: 'error' });
    },
  });

  function save() {
    const missing = missingFields(edit);
    setProblems(missing);
    setConflict(null);
    if (Object.keys(missing).length === 0) saving.mutate({ mine: edit, version: base.version });
  }
  const theirs = useMutation({
    mutationFn: (_keepMine: boolean) => loadOrder(opened.id),
    onSuccess: (now, keepMine) => {
      keepOrder(client, now);
      setBase(now);
      setConflict(null);
      setProblems({});
      const mine = keepMine ? takeOver(edit, now) : editOf(now);
      setEdit(mine);
      if (keepMine) saving.mutate({ mine, version: now.version });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const description = 'Failed to load the order. Please try again.';
      showToast({ title: 'Error', description, tone: 'error' });
    },
  });

  return {
    edit,
    problems,
    conflict,
    isSaving: saving.isPending || theirs.isPending,
    isUnsaved: isEdited(edit, base) && !saving.isSuccess,
    change: setEdit,
    save,
    /** Puts this edit over what somebody else has saved meanwhile. */
    overrule: () => theirs.mutate(true),
    /** Begins again with what somebody else has saved meanwhile. */
    loadTheirs: () => theirs.mutate(false),
  };
}

export type OrderEditing = ReturnType<typeof useOrderEdit>;

function tellTotal(before: AdminOrderReply, after: AdminOrderReply): string {
  const difference = centsOf(after.total) - centsOf(before.total);
  if (difference === 0) return `${after.orderNumber} still costs $${after.total}.`;
  const [amount, word] = [formatDollars(Math.abs(difference)), difference > 0 ? 'more' : 'less'];
  return `${after.orderNumber} now costs $${after.total}, ${amount} ${word} than before.`;
}
