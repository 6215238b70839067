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
import { addressOf, type CalledFile, callForFile } from '#platform/web/api/client.ts';

/** Prefix of the keys of all printouts. */
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

export function prepSheetSource(date: PlainDate, format: 'pdf' | 'csv' = 'pdf'): PrintoutSource {
  const query = { date, format };
  return {
    load: () => callForFile(getPrepSheet, { query }),
    address: addressOf(getPrepSheet, { query }),
    previewAddress: addressOf(getPrepSheet, { query: { ...query, preview: 'true' } }),
  };
}

/** A null `window` means the whole day. */
export function runSheetSource(
  date: PlainDate,
  window: DeliveryWindow | null,
  format: 'pdf' | 'csv' = 'pdf',
): PrintoutSource {
  const query = { date, format, ...(window && { window }) };
  return {
    load: () => callForFile(getRunSheet, { query }),
    address: addressOf(getRunSheet, { query }),
    previewAddress: addressOf(getRunSheet, { query: { ...query, preview: 'true' } }),
  };
}

/** The prep sheet and the run sheet of each driver, in one file. */
export function dayPrintoutsSource(date: PlainDate): PrintoutSource {
  const query = { date };
  return {
    load: () => callForFile(getDayPrintouts, { query }),
    address: addressOf(getDayPrintouts, { query }),
    previewAddress: addressOf(getDayPrintouts, { query: { ...query, preview: 'true' } }),
  };
}

/** The cards of a day's presents. A preview is the document itself: what it says is watched with the labels. */
export function giftCardsSource(date: PlainDate): PrintoutSource {
  const address = addressOf(getGiftCards, { query: { date } });
  return {
    load: () => callForFile(getGiftCards, { query: { date } }),
    address,
    previewAddress: address,
  };
}

export function changeSlipSource(printoutId: number): PrintoutSource {
  const params = { id: String(printoutId) };
  return {
    load: () => callForFile(getChangeSlip, { params, query: {} }),
    address: addressOf(getChangeSlip, { params, query: {} }),
    previewAddress: addressOf(getChangeSlip, { params, query: { preview: 'true' } }),
  };
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
  return {
    load: () => callForFile(getLabels, { query }),
    address: addressOf(getLabels, { query }),
    previewAddress: addressOf(getLabels, { query: { ...query, preview: 'true' } }),
  };
}
