/** What must be read before cooking starts: the customer's own words, with what their meals contain. */
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { SpecialMeal, SpecialOrder } from '#domain/kitchen/prep-sheet.ts';
import { mm } from '../pdf/draw-pdf.ts';
import type { Span } from '../pdf/draw-text.ts';
import type { Flow } from './sheet-flow.ts';
import { type CellPart, type SheetColumn, drawTable } from './sheet-table.ts';

export function drawSpecialOrders(flow: Flow, specials: readonly SpecialOrder[]): void {
  const heading = `Read first: allergies and food requests (${specials.length})`;
  if (specials.length === 0) {
    flow.heading(heading);
    flow.paragraph('No allergies or food requests noted.', { size: 9 });
    return;
  }
  const tick = mm(6);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'Order', width: mm(42) },
    { heading: 'In their words, and what their meals contain', width: flow.width - tick - mm(42) },
  ];
  drawTable(
    flow,
    columns,
    specials.map((order) => ({
      cells: [{ tick: true }, { parts: orderParts(order) }, { parts: wordParts(order) }],
      fill: 0.94,
    })),
    heading,
  );
}

function orderParts(order: SpecialOrder): CellPart[] {
  return [
    { text: order.orderNumber, bold: true, size: 10 },
    { text: order.customerName },
    { text: `${windowLabel(order.window)}, ${order.deliveryPreference}` },
  ];
}

function wordParts({ specialInstructions, specialPeople, items }: SpecialOrder): CellPart[] {
  const isNamed = specialPeople.length > 0;
  return [
    { text: specialInstructions.trim(), bold: true, size: 11, below: mm(1) },
    ...(isNamed ? [{ text: `For ${specialPeople.join(', ')}`, bold: true, below: mm(1) }] : []),
    ...items.map((item) => ({ tick: true, text: mealText(item) })),
  ];
}

function mealText({ personName, name, allergens, holds }: SpecialMeal): Span[] {
  return [
    { text: `${personName}: `, bold: true },
    { text: `${name}. ${allergens}.` },
    ...(holds.length === 0 ? [] : [{ text: ` STOP: contains ${holds.join(', ')}.`, bold: true }]),
  ];
}
