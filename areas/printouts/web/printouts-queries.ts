import type { z } from 'zod';
import type { Endpoint } from '#platform/calls/endpoint.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import {
  getChangeSlip,
  getDayPrintouts,
  getPrepSheet,
  getRunSheet,
  listPrintouts,
  listStaleDates,
  getGiftCards,
} from '#areas/printouts/calls/printouts.ts';
import { getLabels } from '#areas/printouts/calls/labels.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { LARGEST_STOCK } from '#areas/business/rules/label-stock.ts';
import type { LabelKind } from '#areas/printouts/rules/label-content.ts';
import {
  addressOf,
  type CalledFile,
  callForFile,
  type CallRequest,
} from '#platform/web/api/client.ts';

export const PRINTOUTS_KEY = ['papers'];

/** The printouts of a date, and what has changed since. Refetched whenever they are shown. */
export function printoutsQuery(date: PlainDate) {
  return freshQuery([...PRINTOUTS_KEY, date], listPrintouts, { query: { date } });
}

/** Dates from today on with printouts that are out of date. */
export const staleDatesQuery = freshQuery([...PRINTOUTS_KEY, 'stale dates'], listStaleDates);

/** A document to download as a file, or to show or print from its address. */
export type PrintoutSource = {
  load(): Promise<CalledFile>;
  address: string;
  /** The same as a preview. */
  previewAddress: string;
  /** For labels, once the server has named some that are too tall for their stock. */
  apart?: { others: () => PrintoutSource; onLargest: () => PrintoutSource };
};

/** `preview` is added to the query. */
function sourceOf<P extends z.ZodType, Q extends z.ZodType>(
  endpoint: Endpoint<P, Q, z.ZodUndefined>,
  request: CallRequest<P, Q, z.ZodUndefined> & { query: object },
): PrintoutSource {
  const query = { ...request.query, preview: 'true' };
  return {
    load: () => callForFile(endpoint, request),
    address: addressOf(endpoint, request),
    previewAddress: addressOf(endpoint, { ...request, query } as typeof request),
  };
}

export function prepSheetSource(date: PlainDate, format: 'pdf' | 'csv' = 'pdf'): PrintoutSource {
  return sourceOf(getPrepSheet, { query: { date, format } });
}

/** A null `window` means the whole day. */
export function runSheetSource(
  date: PlainDate,
  window: DeliveryWindow | null,
  format: 'pdf' | 'csv' = 'pdf',
): PrintoutSource {
  return sourceOf(getRunSheet, { query: { date, format, ...(window && { window }) } });
}

/** The prep sheet and the run sheet of each driver, in one file. */
export function dayPrintoutsSource(date: PlainDate): PrintoutSource {
  return sourceOf(getDayPrintouts, { query: { date } });
}

/** The cards of a day's presents. A preview is the document itself: what it says is watched with the labels. */
export function giftCardsSource(date: PlainDate): PrintoutSource {
  const source = sourceOf(getGiftCards, { query: { date } });
  return { ...source, previewAddress: source.address };
}

export function changeSlipSource(printoutId: number): PrintoutSource {
  return sourceOf(getChangeSlip, { params: { id: String(printoutId) }, query: {} });
}

type LabelsRequest = {
  date?: PlainDate;
  /** Only these orders. */
  orderIds?: readonly number[];
  /** Only these stops. */
  deliveryIds?: readonly number[];
  /** Only what this person gets, by name; with orders or stops. */
  person?: string;
  /** Only these portions; with orders or stops. */
  itemIds?: readonly number[];
  /** `all`: each delivery label is followed by the food labels of its bag. */
  kind?: LabelKind;
};

export function labelsSource(request: LabelsRequest): PrintoutSource {
  return {
    ...sourceOfLabels(request, {}),
    apart: {
      others: () => sourceOfLabels(request, { part: 'fitting' }),
      onLargest: () => sourceOfLabels(request, { part: 'too_tall', stock: LARGEST_STOCK }),
    },
  };
}

function sourceOfLabels(
  { orderIds, deliveryIds, itemIds, ...request }: LabelsRequest,
  part: { part?: 'fitting' | 'too_tall'; stock?: typeof LARGEST_STOCK },
): PrintoutSource {
  const query = {
    ...request,
    ...part,
    ...(orderIds && { orderId: orderIds.map(String) }),
    ...(deliveryIds && { deliveryId: deliveryIds.map(String) }),
    ...(itemIds && { itemId: itemIds.map(String) }),
  };
  return sourceOf(getLabels, { query });
}
