import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  getRecallFile,
  listRecallRuns,
  recallGoods,
  runRecall,
  traceMeals,
} from '#areas/kitchen/calls/recall.ts';
import { addressOf, call, callForFile } from '#platform/web/api/client.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';

export const RECALL_RUNS_KEY = ['recall-runs'];

export function recallQuery(id: number) {
  return queryOptions({
    queryKey: ['recall', id],
    queryFn: ({ signal }) => call(recallGoods, { params: { id: String(id) }, signal }),
    staleTime: 0,
  });
}

export function recallFile(id: number): PrintoutSource {
  const params = { id: String(id) };
  const address = addressOf(getRecallFile, { params });
  return {
    load: () => callForFile(getRecallFile, { params }),
    address,
    previewAddress: address,
  };
}

export const recallRunsQuery = queryOptions({
  queryKey: RECALL_RUNS_KEY,
  queryFn: ({ signal }) => call(listRecallRuns, { signal }),
  staleTime: 0,
});

export function sendRecallRun({ id, isDrill }: { id: number; isDrill: boolean }) {
  return call(runRecall, { params: { id: String(id) }, body: { isDrill } });
}

export function mealTracesQuery(query: z.input<typeof traceMeals.query>) {
  return queryOptions({
    queryKey: ['meal-traces', query],
    queryFn: ({ signal }) => call(traceMeals, { query, signal }),
    staleTime: 0,
    retry: false,
  });
}
