import type { ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';

/** One line for each pot, by day. Quantities in base units, so that a spreadsheet can add them up. */
export function planCsv({ cookings }: ProductionPlanReply): string {
  return toCsv([
    ['Cook day', 'Component', 'Batch', 'Quantity', 'Unit', 'Over', 'Keeps until', 'For'],
    ...cookings.flatMap(({ batches, users, ...cooking }) =>
      batches.map((qty, index) => [
        cooking.cookDate,
        cooking.name,
        `${index + 1} of ${batches.length}`,
        qty,
        cooking.baseUnit,
        index === 0 ? cooking.surplus : 0,
        cooking.keepsUntil,
        users
          .map(
            ({ name, date, portions }) =>
              `${name} ${date}${portions === null ? '' : ` (${portions})`}`,
          )
          .join('; '),
      ]),
    ),
  ]);
}
