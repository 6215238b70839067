/** How each kind of document is drawn. Runs in the drawing thread. */
import { counted } from '#platform/rules/counted.ts';
import { type Pdf, mm } from '#areas/printouts/server/draw-pdf.ts';
import { drawPrepSheet } from '#areas/printouts/server/draw-prep-sheet.ts';
import { drawReceipt } from '#areas/printouts/server/draw-receipt.ts';
import type {
  PrintedDocument,
  ShoppingListContent,
  ShoppingPrintedLine,
  GiftCardsContent,
  MissingLine,
  TemperatureLine,
  TemperatureRecordContent,
  RunSheetContent,
  RecoverySheetContent,
  ChangeSlipContent,
} from '#areas/printouts/server/drawer-port.ts';
import { startFlow, type Flow } from '#areas/printouts/server/sheet-flow.ts';
import { drawTable, type TableRow, type SheetColumn } from '#areas/printouts/server/sheet-table.ts';
import { nearText } from '#areas/printouts/rules/label-content.ts';
import { drawLabels } from './draw-labels.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { ServiceFacts } from '#areas/business/rules/services.ts';
import { TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import {
  type Run,
  type RunStop,
  type RunSuburb,
  stopMarks,
} from '#areas/printouts/rules/run-sheet.ts';
import {
  describeOrderChange,
  hasChanges,
  type MealChange,
  type BagChange,
} from '#areas/printouts/rules/printout-state.ts';

/** Draws the whole document onto the paper, without finishing it. */
export function drawKind(pdf: Pdf, document: PrintedDocument): void {
  switch (document.kind) {
    case 'labels':
      return drawLabels(pdf, document.content);
    case 'prep_sheet':
      return drawPrepSheet(pdf, document.content);
    case 'run_sheet':
      return drawRunSheet(pdf, document.content);
    case 'day_printouts':
      drawPrepSheet(pdf, document.content.prepSheet);
      for (const sheet of document.content.runSheets) drawRunSheet(pdf, sheet);
      return undefined;
    case 'change_slip':
      return drawChangeSlip(pdf, document.content);
    case 'shopping_list':
      return drawShoppingList(pdf, document.content);
    case 'temperature_record':
      return drawTemperatureRecord(pdf, document.content);
    case 'gift_cards':
      for (const card of document.content.cards) drawGiftCard(pdf, card);
      return undefined;
    case 'receipt':
      return drawReceipt(pdf, document.content);
    case 'recovery_sheet':
      return drawRecoverySheet(pdf, document.content);
  }
}

/** The shopping list on A4: a table for each order or store area, with boxes to tick when the goods come. */
function drawShoppingList(pdf: Pdf, { stamp, parts, notes }: ShoppingListContent): void {
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

function rowOf({ packs, ingredient, code, need, notes }: ShoppingPrintedLine): TableRow {
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

/** Cards of presents, A6 upright, one a page: greeting, words and name in the middle; at the foot, small, whose bag it goes into. */
const A6 = { width: mm(105), height: mm(148) };
const MARGIN = mm(12);
const WIDTH = A6.width - 2 * MARGIN;
const TOP = mm(34);
const BOTTOM = A6.height - mm(20);
const GAP = 12;
const SOFT = 0.35;
const LOGO_BOX = { width: mm(50), height: mm(14) };

function drawGiftCard(
  pdf: Pdf,
  { to, message, from, stop }: GiftCardsContent['cards'][number],
): void {
  const canvas = pdf.addPage(A6);
  const logo = pdf.logo(LOGO_BOX);
  if (logo) canvas.place(logo, (A6.width - logo.width) / 2, mm(12));
  const one = { width: WIDTH, minSize: 8, maxLines: 2 };
  const head = pdf.layOut(`For ${to}`, { ...one, size: 20, bold: true });
  const foot = from === '' ? null : pdf.layOut(from, { ...one, size: 13, bold: true });
  const taken = head.height + GAP + (foot ? foot.height + GAP : 0);
  const body = pdf.layOut(message, {
    width: WIDTH,
    size: 15,
    minSize: 8,
    lineHeight: 1.4,
    maxHeight: BOTTOM - TOP - taken,
  });
  let top = TOP + Math.max(0, (BOTTOM - TOP - taken - body.height) / 2);
  for (const block of [head, body, foot]) {
    if (!block) continue;
    canvas.text(block, MARGIN, top, { align: 'center', width: WIDTH });
    top += block.height + GAP;
  }
  const whose = pdf.layOut(stop, { width: WIDTH, size: 7, maxLines: 1 });
  const at = A6.height - mm(10);
  canvas.text(whose, MARGIN, at, { align: 'center', width: WIDTH, gray: SOFT });
}

/** The food safety record on A4: what failed and what is missing first, then every line, kind by kind. */
function drawTemperatureRecord(pdf: Pdf, content: TemperatureRecordContent): void {
  const { stamp, headline, missing, failed, sections } = content;
  const flow = startFlow(pdf, stamp);
  flow.paragraph([{ text: headline, bold: true }], { size: 14 });
  flow.gap(mm(3));
  const columns: SheetColumn[] = [
    { heading: 'Line', width: mm(12), align: 'right' },
    { heading: 'Measured', width: mm(28) },
    { heading: 'What', width: mm(26) },
    { heading: 'Of', width: flow.width - mm(12 + 28 + 26 + 18 + 26 + 34) },
    { heading: 'Value', width: mm(18), align: 'right' },
    { heading: 'Limit', width: mm(26) },
    { heading: 'Result, by', width: mm(34) },
  ];
  if (failed.length > 0)
    drawTable(flow, columns, failed.map(temperatureRow), `Failed (${failed.length})`);
  else flow.paragraph('No reading failed.', { size: 11 });
  flow.gap(mm(4));
  if (missing.length > 0) drawMissing(flow, missing);
  for (const { title, lines } of sections)
    drawTable(flow, columns, lines.map(temperatureRow), title);
}

function drawMissing(flow: Flow, missing: readonly MissingLine[]): void {
  const columns: SheetColumn[] = [
    { heading: 'Day', width: mm(36) },
    { heading: 'What', width: mm(44) },
    { heading: 'Of', width: flow.width - mm(36 + 44 + 30) },
    { heading: 'When', width: mm(30) },
  ];
  const rows = missing.map(({ day, what, place, when }): TableRow => ({
    cells: [day, what, place, when],
  }));
  drawTable(flow, columns, rows, `MISSING: not written down (${missing.length})`);
}

function temperatureRow(line: TemperatureLine): TableRow {
  const { id, at, what, about, value, limit, result, isFailed, by, notes } = line;
  return {
    cells: [
      String(id),
      at,
      what,
      about,
      { parts: [{ text: value, bold: true }] },
      limit,
      {
        parts: [
          ...(result === '' ? [] : [{ text: result, bold: isFailed }]),
          { text: by },
          ...notes.map((text) => ({ text, size: 7.5 })),
        ],
      },
    ],
  };
}

/** The driver's run sheet on A4: a new page for each window, suburb by suburb. */
export function drawRunSheet(pdf: Pdf, { stamp, runs }: RunSheetContent): void {
  const flow = startFlow(pdf, stamp);
  for (const [index, run] of runs.entries()) {
    if (index > 0) flow.newPage();
    drawRun(flow, run);
  }
}

function drawRun(flow: Flow, run: Run): void {
  const counts = [
    counted(run.stops, 'stop', 'stops'),
    counted(run.portions, 'portion', 'portions'),
    `${run.warm} warm`,
    `${run.cold} cold`,
  ];
  flow.paragraph(`${windowLabel(run.window)}: ${counts.join(', ')}`, { size: 13, bold: true });
  flow.gap(mm(2));
  drawByHand(flow);
  for (const suburb of run.suburbs) drawSuburb(flow, suburb);
}

/** Filled in by the driver. */
function drawByHand(flow: Flow): void {
  const labels = ['Driver', 'Left at', 'Cold box °C', 'Back at'];
  const width = flow.width / labels.length;
  flow.put(mm(9), (canvas, x, y) => {
    for (const [index, label] of labels.entries()) {
      const block = flow.layOut(label, { width, size: 8 });
      const left = x + index * width;
      canvas.text(block, left, y + mm(2));
      canvas.line(left + block.width + mm(1.5), y + mm(6), left + width - mm(3), y + mm(6));
    }
  });
}

function drawSuburb(flow: Flow, { suburb, postcode, portions, stops }: RunSuburb): void {
  const counts = `${counted(stops.filter(({ isTest = false }) => !isTest).length, 'stop', 'stops')}, ${counted(portions, 'portion', 'portions')}`;
  const columns: SheetColumn[] = [
    { heading: 'Stop, name and address', width: mm(70) },
    { heading: 'Portions', width: mm(19) },
    { heading: 'Instructions', width: flow.width - mm(10 + 60 + 19 + 32) },
    { heading: 'At the door', width: mm(32) },
  ];
  drawTable(flow, columns, stops.map(stopRow), `${suburb} ${postcode} (${counts})`);
}

function stopRow(stop: RunStop): TableRow {
  const { addressLine1, addressLine2, suburb } = stop;
  const address = joinAddress({ line1: addressLine1, line2: addressLine2, suburb });
  return {
    cells: [
      {
        parts: [
          ...stopMarks(stop).map((text) => ({ text, bold: true, size: 10, inverted: true })),
          { text: stop.key, size: 12, bold: true },
          ...(stop.nearStop ? [{ text: nearText(stop.nearStop), size: 7.5 }] : []),
          { text: stop.customerName },
          { text: address },
          { text: formatPhone(stop.phone), bold: true },
        ],
      },
      {
        parts: [
          { text: String(stop.portions), size: 12, bold: true },
          { text: TEMPERATURE_MARKS[stop.temperature], bold: true },
        ],
      },
      stop.specialInstructions.trim(),
      {
        parts: [
          { text: 'Delivered', tick: true },
          { text: 'No one home', tick: true },
          { text: 'Time', size: 8 },
        ],
      },
    ],
  };
}

const QR_SIDE = mm(48);
/** Scanners need four modules of white around it. */
const QR_MARGIN = mm(5);

/** The recovery sheet on A4: the key to type and to scan, and how it brings the installation back. */
function drawRecoverySheet(pdf: Pdf, content: RecoverySheetContent): void {
  const flow = startFlow(pdf, content.stamp);
  flow.paragraph(
    'Keep this sheet away from the machine, where you keep contracts and passports. Anyone who has it and a backup can read everything in it.',
    { size: 11 },
  );
  flow.heading('Recovery key', QR_SIDE + mm(10));
  const left = QR_SIDE + 2 * QR_MARGIN;
  const key = flow.layOut(content.keyGroups, {
    width: flow.width - left,
    size: 18,
    bold: true,
    lineHeight: 1.5,
  });
  flow.put(Math.max(QR_SIDE + 2 * QR_MARGIN, key.height), (canvas, x, y) => {
    canvas.qrCode(content.key, x + QR_MARGIN, y + QR_MARGIN, QR_SIDE);
    canvas.text(key, x + left, y + QR_MARGIN);
  });
  flow.paragraph('Capital letters and digits; the spaces only help reading.', { size: 9 });
  flow.heading('Where things are');
  for (const { label, text } of content.facts)
    flow.paragraph([{ text: `${label}: `, bold: true }, { text }], { size: 11 });
  flow.heading('To bring the kitchen back on another machine');
  for (const [index, { command, does }] of content.commands.entries()) {
    flow.paragraph([{ text: `${index + 1}. ${command}`, bold: true }], { size: 12 });
    flow.paragraph(does, { size: 10, indent: mm(5) });
    flow.gap(mm(2));
  }
}

/** The change slip on A4: every change since a sheet was made, so that the sheet and its newest slip are complete. */
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
    flow.paragraph('No changes. The sheet is still correct.', { size: 14, bold: true });
    return;
  }
  if (changes.meals.length > 0) drawMeals(flow, changes.meals);
  if (changes.work.length > 0) drawWork(flow, changes.work);
  if (changes.orders.length > 0) drawOrders(flow, changes.orders, { services });
}

function drawWork(flow: Flow, work: readonly string[]): void {
  const columns: SheetColumn[] = [{ heading: '', width: flow.width }];
  const rows = work.map((text) => ({ cells: [{ parts: [{ text, size: 11, tick: true }] }] }));
  drawTable(flow, columns, rows, 'Pots and trays');
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
