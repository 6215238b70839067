/** The change slip on A4: every change since a sheet was made, so that the sheet and its newest slip are complete. */
import type { ChangeSlipContent } from '#areas/printouts/server/drawer-port.ts';
import type { ServiceFacts } from '#areas/business/rules/services.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  describeOrderChange,
  hasChanges,
  type MealChange,
  type BagChange,
} from '#areas/printouts/rules/printout-changes.ts';
import { mm, type Pdf } from './draw-pdf.ts';
import { type Flow, startFlow } from './sheet-flow.ts';
import { type SheetColumn, drawTable } from './sheet-table.ts';

export function drawChangeSlip(
  pdf: Pdf,
  { stamp, amends, services, changes }: ChangeSlipContent,
): void {
  const flow = startFlow(pdf, stamp);
  flow.paragraph([{ text: 'Goes with: ', bold: true }, { text: amends }], { size: 11 });
  flow.paragraph('Discard earlier slips for that sheet: this one lists every change since.', {
    size: 9,
  });
  if (!hasChanges(changes)) {
    flow.gap(mm(5));
    flow.paragraph('No changes. The sheet is still correct.', {
      size: 14,
      bold: true,
    });
    return;
  }
  if (changes.meals.length > 0) drawMeals(flow, changes.meals);
  if (changes.orders.length > 0) drawOrders(flow, changes.orders, { services });
}

function drawMeals(flow: Flow, meals: readonly MealChange[]): void {
  const tick = mm(6);
  const number = mm(24);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'Change', width: number, align: 'right' },
    { heading: 'Meal', width: flow.width - tick - number * 2 },
    { heading: 'Now', width: number, align: 'right' },
  ];
  drawTable(
    flow,
    columns,
    meals.map(({ name, change, now }) => ({
      cells: [
        { tick: true },
        { parts: [{ text: change > 0 ? `+${change}` : `−${-change}`, size: 14, bold: true }] },
        { parts: [{ text: name, size: 11 }] },
        { parts: [{ text: String(now), size: 11, bold: true }] },
      ],
    })),
    'Portions',
  );
}

const KIND_WORDS: Record<BagChange['kind'], string> = {
  removed: 'REMOVE',
  changed: 'CHANGED',
  added: 'NEW',
};

function drawOrders(flow: Flow, orders: readonly BagChange[], served: ServiceFacts): void {
  const columns: SheetColumn[] = [
    { heading: '', width: mm(23) },
    { heading: 'Order', width: mm(48) },
    { heading: 'Changes', width: flow.width - mm(71) },
  ];
  drawTable(
    flow,
    columns,
    orders.map((order) => ({
      cells: [
        { parts: [{ text: KIND_WORDS[order.kind], size: 10, bold: true }] },
        {
          parts: [
            { text: order.key, bold: true, size: 10 },
            { text: order.customerName },
            { text: windowLabel(order.window) },
          ],
        },
        {
          parts: describeOrderChange(order, served).map((text) => ({ text, size: 10, tick: true })),
        },
      ],
    })),
    'Orders',
  );
}
