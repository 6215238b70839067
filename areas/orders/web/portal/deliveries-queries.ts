import { freshQuery, dryRunQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  arrangeRun,
  type DeliveryChangesReply,
  getRun,
  listDeliveries,
  setDeliveryStatus,
  undoDeliveryChange,
} from '#areas/orders/calls/deliveries.ts';
import { type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { call } from '#platform/web/api/client.ts';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { cancel, settleMissed } from '#areas/orders/calls/move-or-cancel.ts';

/** Prefix of the keys of all fetched days and runs. */
export const DELIVERIES_KEY = ['deliveries'];

/** By window and stop; null: today. */
export function deliveriesQuery(date: PlainDate | null) {
  return freshQuery([...DELIVERIES_KEY, date], listDeliveries, {
    query: date === null ? {} : { date },
  });
}

export function runQuery(date: PlainDate, timeSlot: DeliveryWindow) {
  return freshQuery([...DELIVERIES_KEY, 'run', date, timeSlot], getRun, {
    query: { date, timeSlot },
  });
}

export type DeliveryStatusRequest = z.input<typeof setDeliveryStatus.body>;

export function sendDeliveryReport(body: DeliveryStatusRequest): Promise<DeliveryChangesReply> {
  return call(setDeliveryStatus, { body });
}

export function sendUndo(changeId: string): Promise<DeliveryChangesReply> {
  return call(undoDeliveryChange, { body: { changeId } });
}

export type Arrangement = z.input<typeof arrangeRun.body>;

export function sendArrangement(body: Arrangement) {
  return call(arrangeRun, { body });
}

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
