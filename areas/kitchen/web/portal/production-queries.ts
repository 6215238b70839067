import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  correctBatch,
  getProductionPlan,
  getProductionPlanFile,
  moveCooking,
  recordBatch,
  releaseCooking,
  undoBatch,
} from '#areas/kitchen/calls/production-plan.ts';
import { getPlanSheet, listPlanPrintouts } from '#areas/kitchen/calls/plan-printouts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { addressOf, call, callForFile } from '#platform/web/api/client.ts';
import { PRINTOUTS_KEY, type PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';

export const PRODUCTION_PLAN_KEY = ['production-plan'];

/** `forecast`: `on`, `off`, or the days on which it counts, with commas. */
export type AskedPlan = { from: PlainDate; to: PlainDate; forecast: string };

export function productionPlanQuery(asked: AskedPlan) {
  return queryOptions({
    queryKey: [...PRODUCTION_PLAN_KEY, asked],
    queryFn: ({ signal }) => call(getProductionPlan, { query: asked, signal }),
    staleTime: 0,
  });
}

export function productionPlanFile(asked: AskedPlan) {
  const address = addressOf(getProductionPlanFile, { query: asked });
  return {
    load: () => callForFile(getProductionPlanFile, { query: asked }),
    address,
    previewAddress: address,
  };
}

/** Printed plans in use for these days, and what has changed since. Refetched whenever they are shown. */
export function planPrintoutsQuery({ from, to }: Pick<AskedPlan, 'from' | 'to'>) {
  return queryOptions({
    queryKey: [...PRINTOUTS_KEY, 'plan', from, to],
    queryFn: ({ signal }) => call(listPlanPrintouts, { query: { from, to }, signal }),
    staleTime: 0,
  });
}

export function planSheetSource(asked: AskedPlan): PrintoutSource {
  return {
    load: () => callForFile(getPlanSheet, { query: asked }),
    address: addressOf(getPlanSheet, { query: asked }),
    previewAddress: addressOf(getPlanSheet, { query: { ...asked, preview: 'true' } }),
  };
}

export function sendMovedCooking(body: z.input<typeof moveCooking.body>) {
  return call(moveCooking, { body });
}

export function sendReleasedCooking(body: z.input<typeof releaseCooking.body>) {
  return call(releaseCooking, { body });
}

export function sendBatch(body: z.input<typeof recordBatch.body>) {
  return call(recordBatch, { body });
}

export function sendBatchCorrection({
  id,
  ...body
}: z.input<typeof correctBatch.body> & { id: number }) {
  return call(correctBatch, { params: { id: String(id) }, body });
}

export function sendBatchUndo(id: number) {
  return call(undoBatch, { params: { id: String(id) } });
}
