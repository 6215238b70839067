import { dryRunQuery, freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { cancel } from '#areas/orders/calls/cancel.ts';
import { settleMissed } from '#areas/orders/calls/move-deliveries.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

type CancelBody = z.input<typeof cancel.body>;

export type WhatToCancel = Pick<CancelBody, 'orderId' | 'deliveryIds' | 'personIds' | 'itemIds'>;

export function cancelPreviewQuery(body: CancelBody) {
  return dryRunQuery(cancel, { body });
}

export function sendCancel(body: CancelBody) {
  return call(cancel, { body });
}

export function sendSettled(ids: readonly number[], note: string) {
  return call(settleMissed, { body: { ids: [...ids], note } });
}

/** The slots that have been set from a day on. */
export function slotsFromQuery(from: PlainDate, days: number) {
  return freshQuery(['delivery-slots', 'from', from, days], listSlots, {
    query: { from, to: addDays(from, days) },
  });
}
