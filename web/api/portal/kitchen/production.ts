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
} from '#contract/kitchen/production-plan.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { addressOf, call, callForFile } from '../../client.ts';

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
