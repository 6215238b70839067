/** The food safety record on A4: what failed and what is missing first, then every line, kind by kind. */
import type {
  MissingLine,
  TemperatureLine,
  TemperatureRecordContent,
} from '#areas/printouts/server/drawer-port.ts';
import { mm, type Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { type Flow, startFlow } from '#areas/printouts/server/sheet-flow.ts';
import { drawTable, type Row, type SheetColumn } from '#areas/printouts/server/sheet-table.ts';

export function drawTemperatureRecord(pdf: Pdf, content: TemperatureRecordContent): void {
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
  if (failed.length > 0) drawTable(flow, columns, failed.map(rowOf), `Failed (${failed.length})`);
  else flow.paragraph('No reading failed.', { size: 11 });
  flow.gap(mm(4));
  if (missing.length > 0) drawMissing(flow, missing);
  for (const { title, lines } of sections) drawTable(flow, columns, lines.map(rowOf), title);
}

function drawMissing(flow: Flow, missing: readonly MissingLine[]): void {
  const columns: SheetColumn[] = [
    { heading: 'Day', width: mm(36) },
    { heading: 'What', width: mm(44) },
    { heading: 'Of', width: flow.width - mm(36 + 44 + 30) },
    { heading: 'When', width: mm(30) },
  ];
  const rows = missing.map(({ day, what, place, when }): Row => ({
    cells: [day, what, place, when],
  }));
  drawTable(flow, columns, rows, `MISSING: not written down (${missing.length})`);
}

function rowOf(line: TemperatureLine): Row {
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
