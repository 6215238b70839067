/** The shopping list on A4: a table for each order or store area, with boxes to tick when the goods come. */
import type {
  ShoppingListContent,
  ShoppingPrintedLine,
} from '#areas/printouts/server/drawer-port.ts';
import { mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { startFlow } from '#areas/printouts/server/sheet-flow.ts';
import { drawTable, type Row, type SheetColumn } from '#areas/printouts/server/sheet-table.ts';

export function drawShoppingList(pdf: Pdf, { stamp, parts, notes }: ShoppingListContent): void {
  const flow = startFlow(pdf, stamp);
  const columns: SheetColumn[] = [
    { heading: '', width: mm(7) },
    { heading: 'Packs', width: mm(34) },
    { heading: 'Ingredient', width: flow.width - mm(7 + 34 + 24 + 26 + 42) },
    { heading: 'Code', width: mm(24) },
    { heading: 'Needed', width: mm(26), align: 'right' },
    { heading: 'Notes', width: mm(42) },
  ];
  if (parts.length === 0) flow.paragraph('Nothing to buy.', { size: 11 });
  for (const { heading, lines } of parts) drawTable(flow, columns, lines.map(rowOf), heading);
  if (notes.length > 0) flow.heading('To look at');
  for (const note of notes) flow.paragraph(`– ${note}`, { size: 9 });
}

function rowOf({ packs, ingredient, code, need, notes }: ShoppingPrintedLine): Row {
  return {
    cells: [
      { tick: true },
      { parts: [{ text: packs, bold: true }] },
      ingredient,
      code,
      need,
      { parts: notes.map((text) => ({ text, size: 7.5 })) },
    ],
  };
}
