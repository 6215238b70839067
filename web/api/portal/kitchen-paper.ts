import { queryOptions } from '@tanstack/react-query';
import {
  getChangeSlip,
  getPrepSheet,
  getRunSheet,
  listPapers,
  listStaleDates,
} from '#contract/kitchen-paper.ts';
import { getLabels } from '#contract/labels.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import type { LabelKind, LabelLayout } from '#domain/kitchen/label-content.ts';
import { addressOf, call, type CalledFile, callForFile } from '../client.ts';

/** Beneath which all that is known of paper is kept. */
export const PAPERS_KEY = ['papers'];

/** What was made for a date, and what has changed since. Asked for anew whenever it is shown. */
export function papersQuery(date: PlainDate) {
  return queryOptions({
    queryKey: [...PAPERS_KEY, date],
    queryFn: ({ signal }) => call(listPapers, { query: { date }, signal }),
    staleTime: 0,
  });
}

/** Dates from today on whose paper is out of date. */
export const staleDatesQuery = queryOptions({
  queryKey: [...PAPERS_KEY, 'stale dates'],
  queryFn: ({ signal }) => call(listStaleDates, { signal }),
  staleTime: 0,
});

/** Paper that can be fetched as a file, and shown or printed from its address. */
export type PaperSource = {
  load(): Promise<CalledFile>;
  address: string;
  /** The same, only to be looked at. */
  previewAddress: string;
};

export function prepSheetSource(date: PlainDate, format: 'pdf' | 'csv' = 'pdf'): PaperSource {
  const query = { date, format };
  return {
    load: () => callForFile(getPrepSheet, { query }),
    address: addressOf(getPrepSheet, { query }),
    previewAddress: addressOf(getPrepSheet, { query: { ...query, preview: 'true' } }),
  };
}

/** `window` null: the whole day. */
export function runSheetSource(
  date: PlainDate,
  window: DeliveryWindow | null,
  format: 'pdf' | 'csv' = 'pdf',
): PaperSource {
  const query = { date, format, ...(window && { window }) };
  return {
    load: () => callForFile(getRunSheet, { query }),
    address: addressOf(getRunSheet, { query }),
    previewAddress: addressOf(getRunSheet, { query: { ...query, preview: 'true' } }),
  };
}

export function changeSlipSource(paperId: number): PaperSource {
  const params = { id: String(paperId) };
  return {
    load: () => callForFile(getChangeSlip, { params, query: {} }),
    address: addressOf(getChangeSlip, { params, query: {} }),
    previewAddress: addressOf(getChangeSlip, { params, query: { preview: 'true' } }),
  };
}

type WantedLabels = {
  date?: PlainDate;
  /** Only these orders. */
  orderIds?: readonly number[];
  /** `all`: the labels of each bag behind that of the bag itself. */
  kind?: LabelKind;
  layout?: LabelLayout;
};

export function labelsSource({ orderIds, ...wanted }: WantedLabels): PaperSource {
  const query = { ...wanted, ...(orderIds && { orderId: orderIds.map(String) }) };
  return {
    load: () => callForFile(getLabels, { query }),
    address: addressOf(getLabels, { query }),
    previewAddress: addressOf(getLabels, { query: { ...query, preview: 'true' } }),
  };
}
