import { freshQuery } from '#platform/web/api/call-query.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { cancel } from '#areas/orders/calls/cancel.ts';
import { moveDeliveries, settleMissed } from '#areas/orders/calls/move-deliveries.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

type MoveDeliveriesBody = z.input<typeof moveDeliveries.body>;
type CancelBody = z.input<typeof cancel.body>;

export type WhatToCancel = Pick<CancelBody, 'orderId' | 'deliveryIds' | 'personIds' | 'itemIds'>;

/** Asked for anew whenever it is shown: what it says is only true now. */
const FRESH = { staleTime: 0, gcTime: 0, retry: false } as const;

export function movePreviewQuery(body: MoveDeliveriesBody) {
  return queryOptions({
    queryKey: ['move-preview', body],
    queryFn: ({ signal }) => call(moveDeliveries, { body: { ...body, dryRun: true }, signal }),
    ...FRESH,
  });
}

export function cancelPreviewQuery(body: CancelBody) {
  return queryOptions({
    queryKey: ['cancel-preview', body],
    queryFn: ({ signal }) => call(cancel, { body: { ...body, dryRun: true }, signal }),
    ...FRESH,
  });
}

export function sendMove(body: MoveDeliveriesBody) {
  return call(moveDeliveries, { body });
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
