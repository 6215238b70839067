/** The driver's run sheet on A4: a new page for each window, suburb by suburb. */
import type { RunSheetContent } from '#areas/printouts/server/drawer-port.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { TEMPERATURE_MARKS } from '#areas/order-book/rules/bags.ts';
import { STOP } from '#areas/order-book/rules/at-the-door.ts';
import type { Run, RunStop, RunSuburb } from '#areas/printouts/rules/run-sheet.ts';
import { mm, type Pdf } from './draw-pdf.ts';
import { type Flow, startFlow } from './sheet-flow.ts';
import { type SheetColumn, drawTable, type Row } from './sheet-table.ts';

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
  const counts = `${counted(stops.length, 'stop', 'stops')}, ${counted(portions, 'portion', 'portions')}`;
  const columns: SheetColumn[] = [
    { heading: 'Stop', width: mm(10), align: 'right' },
    { heading: 'Name and address', width: mm(60) },
    { heading: 'Portions', width: mm(19) },
    { heading: 'Instructions', width: flow.width - mm(10 + 60 + 19 + 32) },
    { heading: 'At the door', width: mm(32) },
  ];
  drawTable(flow, columns, stops.map(stopRow), `${suburb} ${postcode} (${counts})`);
}

function stopRow(stop: RunStop): Row {
  const { addressLine1, addressLine2, suburb, orderNumber } = stop;
  const address = joinAddress({ line1: addressLine1, line2: addressLine2, suburb });
  return {
    cells: [
      {
        parts: [
          { text: String(stop.stop), size: 12, bold: true },
          ...(stop.nearStop ? [{ text: `near ${stop.nearStop}`, size: 7.5 }] : []),
        ],
      },
      {
        parts: [
          ...(stop.isOnHold ? [{ text: STOP, bold: true, size: 10, inverted: true }] : []),
          { text: stop.customerName, bold: true, size: 10 },
          { text: address },
          { text: formatPhone(stop.phone), bold: true },
          { text: orderNumber, size: 7.5 },
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

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
