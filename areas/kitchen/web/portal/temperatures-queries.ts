import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  answerTemperature,
  correctTemperature,
  getTemperatureRecord,
  listTemperatures,
  recordTemperature,
} from '#areas/kitchen/calls/temperatures.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { addressOf, call, callForFile } from '#platform/web/api/client.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';

/** Prefix of the keys of all periods. */
export const TEMPERATURES_KEY = ['temperatures'];

type Period = { from: PlainDate; to: PlainDate };

/** The readings of a period, and what is chilling now. Refetched whenever they are shown. */
export function temperaturesQuery({ from, to }: Period) {
  return queryOptions({
    queryKey: [...TEMPERATURES_KEY, from, to],
    queryFn: ({ signal }) => call(listTemperatures, { query: { from, to }, signal }),
    staleTime: 0,
  });
}

export function temperatureRecordSource(
  { from, to }: Period,
  format: 'pdf' | 'csv',
): PrintoutSource {
  const query = { from, to, format };
  const address = addressOf(getTemperatureRecord, { query });
  return {
    load: () => callForFile(getTemperatureRecord, { query }),
    address,
    previewAddress: address,
  };
}

export type SentReading = Omit<z.input<typeof recordTemperature.body>, 'key'>;

export function sendReading(body: SentReading & { key: string }) {
  return call(recordTemperature, { body });
}

/** `tenths` null: it was a slip. */
export function sendCorrection(correction: { id: number; tenths: Tenths | null; key: string }) {
  const { id, ...body } = correction;
  return call(correctTemperature, { params: { id: String(id) }, body });
}

export type ReadingAnswer = { id: number } & z.input<typeof answerTemperature.body>;

export function sendReadingAction({ id, ...body }: ReadingAnswer) {
  return call(answerTemperature, { params: { id: String(id) }, body });
}
