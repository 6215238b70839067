import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EditOrderRequest, EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import { editPreviewQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { requestOfEdit } from './order-edit.ts';
import type { OrderEditing } from './use-order-edit.ts';

const SETTLE_MS = 400;

export type EditPreviewState = {
  /** For the edit as it was a moment ago; null: none yet, or it would be refused. */
  shown: EditPreviewReply | null;
  error: Error | null;
  /** Something changed since. */
  isWaiting: boolean;
  /** False: nothing to ask about yet, as something is missing. */
  isComplete: boolean;
};

/** Asks the server what saving would do, a moment after the last change. */
export function useEditPreview({ edit, base, isUnsaved }: OrderEditing): EditPreviewState {
  const { defaultWindow } = useConfig().business;
  const request = isUnsaved ? requestOfEdit(edit, base.version, defaultWindow) : null;
  const text = JSON.stringify(request);
  const [settled, setSettled] = useState<EditOrderRequest | null>(null);
  const settle = useEffectEvent(() => setSettled(request));
  useEffect(() => {
    const timer = setTimeout(() => settle(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching } = useQuery({
    ...editPreviewQuery(base, settled ?? { customer: edit.customer, orderItems: [] }),
    enabled: settled !== null && isUnsaved,
    placeholderData: (before) => before,
  });
  const isAsked = settled !== null && isUnsaved;
  return {
    shown: isAsked && !error ? (data ?? null) : null,
    error: isAsked ? error : null,
    isWaiting: request !== null && (isFetching || JSON.stringify(settled) !== text),
    isComplete: request !== null,
  };
}
