/** The temperature record on A4: what failed first, then every line. */
import type { TemperatureLine, TemperatureRecordContent } from '#server/ports/drawer.ts';
import { mm, type Pdf } from '../pdf/draw-pdf.ts';
import { startFlow } from './sheet-flow.ts';
import { drawTable, type Row, type SheetColumn } from './sheet-table.ts';

export function drawTemperatureRecord(pdf: Pdf, { stamp, lines }: TemperatureRecordContent): void {
  const flow = startFlow(pdf, stamp);
  const columns: SheetColumn[] = [
    { heading: 'Line', width: mm(12), align: 'right' },
    { heading: 'Measured', width: mm(28) },
    { heading: 'What', width: mm(26) },
    { heading: 'Food', width: flow.width - mm(12 + 28 + 26 + 18 + 26 + 34) },
    { heading: 'Value', width: mm(18), align: 'right' },
    { heading: 'Limit', width: mm(26) },
    { heading: 'Result, by', width: mm(34) },
  ];
  const failed = lines.filter(({ isFailed }) => isFailed);
  if (failed.length > 0) drawTable(flow, columns, failed.map(rowOf), `Failed (${failed.length})`);
  else flow.paragraph('No reading failed.', { size: 11 });
  if (lines.length > 0) drawTable(flow, columns, lines.map(rowOf), `All lines (${lines.length})`);
}

function rowOf(line: TemperatureLine): Row {
  const { id, at, what, food, value, limit, result, isFailed, by, notes } = line;
  return {
    cells: [
      String(id),
      at,
      what,
      food,
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
