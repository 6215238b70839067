import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  arrangeRun,
  type DeliveryChangesReply,
  getRun,
  listDeliveries,
  setDeliveryStatus,
  undoDeliveryChange,
} from '#areas/orders/calls/deliveries.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { call } from '#platform/web/api/client.ts';
import { settleMissed } from '#areas/orders/calls/move-or-cancel.ts';

export const DELIVERIES_KEY = ['deliveries'];

/** By window and stop; null: today. */
export function deliveriesQuery(date: PlainDate | null) {
  return freshQuery([...DELIVERIES_KEY, date], listDeliveries, {
    query: date === null ? {} : { date },
  });
}

export function runQuery(date: PlainDate, window: DeliveryWindow) {
  return freshQuery([...DELIVERIES_KEY, 'run', date, window], getRun, {
    query: { date, window },
  });
}

export type DeliveryStatusRequest = z.input<typeof setDeliveryStatus.body>;

export function sendDeliveryReport(body: DeliveryStatusRequest): Promise<DeliveryChangesReply> {
  return call(setDeliveryStatus, { body });
}

export function sendUndo(changeId: string): Promise<DeliveryChangesReply> {
  return call(undoDeliveryChange, { body: { changeId } });
}

export function sendArrangement(body: z.input<typeof arrangeRun.body>) {
  return call(arrangeRun, { body });
}

export function sendSettled(ids: readonly number[], note: string) {
  return call(settleMissed, { body: { ids: [...ids], note } });
}
