/** The printed plan, and what has changed since it was printed. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { isPlanRange, PlanRange, RANGE_PROBLEM } from '#areas/kitchen/calls/plan-range.ts';
import { Preview, PrintoutReply } from '#areas/printouts/calls/printouts.ts';

export const getPlanSheet = endpoint({
  method: 'GET',
  path: '/api/admin/production/plan.pdf',
  access: 'staff',
  right: 'makePrintouts',
  summary: 'The plan for the deliveries from a day to another, as PDF',
  query: PlanRange.extend({ preview: Preview }).refine(isPlanRange, RANGE_PROBLEM),
  reply: z.unknown(),
  mediaType: 'application/pdf',
});

export const listPlanPrintouts = endpoint({
  method: 'GET',
  path: '/api/admin/production/plan/printouts',
  access: 'staff',
  right: 'makePrintouts',
  summary: 'Printed plans in use for these deliveries, and what has changed since',
  query: PlanRange.omit({ forecast: true }).refine(isPlanRange, RANGE_PROBLEM),
  reply: z.array(PrintoutReply),
});
