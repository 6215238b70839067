/** Tables over as many pages as needed, with the headings on each. Rows stay whole unless one is higher than a page. */
import type { Align, Canvas, Gray } from '#platform/server/drawing/draw-canvas.ts';
import { mm, A4, type Pdf } from './draw-pdf.ts';
import {
  type RichText,
  splitText,
  type TextBlock,
  type TextLayout,
  type TextShape,
} from '#platform/server/drawing/draw-text.ts';
import type { SheetStamp } from '#areas/printouts/server/drawer-port.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

/**
 * `tick`: a box to tick. `field`: space for a handwritten number, with its unit. Text: a string per part, drawn below
 * one another.
 */
export type Cell = RichText | { tick: true } | { field: string } | { parts: readonly CellPart[] };

/** `below`: blank space after it, in points. */
export type CellPart = {
  text: RichText;
  size?: number;
  bold?: boolean;
  tick?: boolean;
  below?: number;
  /** White on black. */
  inverted?: boolean;
};

export type SheetColumn = { heading: string; width: number; align?: Align };

export type Row = { cells: readonly Cell[]; bold?: boolean; fill?: Gray };

const TICK = mm(3.4);
const SIZE = 9;
const HEADING_SIZE = 7.5;
const PAD_X = mm(1.2);
const PAD_Y = mm(0.9);
const RULE = { width: 0.4, gray: 0.45 };

/** Widths are in points and should add up to the flow's. A heading stays with the first row. */
export function drawTable(
  flow: Flow,
  columns: readonly SheetColumn[],
  rows: readonly Row[],
  heading?: string,
): void {
  const drawHeadings = () => putHeadings(flow, columns);
  const laidOut = rows.map((row) => layOutRow(flow, columns, row));
  const beginning = mm(8) + Math.min(laidOut[0]?.height ?? 0, flow.fullRoom / 3);
  if (heading === undefined) flow.ensure(beginning);
  else flow.heading(heading, beginning);
  drawHeadings();
  for (const row of laidOut) {
    let rest: LaidOutRow | null = row;
    while (rest) {
      if (rest.height > flow.room() && (rest.height < flow.fullRoom / 2 || flow.room() < mm(20))) {
        flow.newPage();
        drawHeadings();
      }
      const [first, next]: [LaidOutRow, LaidOutRow | null] = splitRow(rest, flow.room());
      putRow(flow, columns, first);
      rest = next;
    }
  }
}

type LaidOutPart = { block: TextBlock; tick: boolean; below: number; inverted: boolean };

type LaidOutCell =
  | { kind: 'text'; parts: LaidOutPart[] }
  | { kind: 'tick' }
  | { kind: 'field'; block: TextBlock };

type LaidOutRow = { cells: LaidOutCell[]; height: number; fill: Gray | null };

function layOutRow(flow: Flow, columns: readonly SheetColumn[], row: Row): LaidOutRow {
  const cells = columns.map((column, index) =>
    layOutCell(flow, column, row.cells[index] ?? '', row),
  );
  return { cells, height: heightOf(cells), fill: row.fill ?? null };
}

function layOutCell(flow: Flow, column: SheetColumn, cell: Cell, row: Row): LaidOutCell {
  const width = column.width - 2 * PAD_X;
  if (typeof cell === 'object' && 'tick' in cell) return { kind: 'tick' };
  if (typeof cell === 'object' && 'field' in cell) {
    return { kind: 'field', block: flow.layOut(cell.field, { width, size: HEADING_SIZE }) };
  }
  const parts = typeof cell === 'object' && 'parts' in cell ? cell.parts : [{ text: cell }];
  return {
    kind: 'text',
    parts: parts.map(({ text, size = SIZE, bold = row.bold ?? false, ...part }: CellPart) => {
      const { tick = false, below = 0, inverted = false } = part;
      const room = width - (tick ? TICK + PAD_X : 0) - (inverted ? 2 * PAD_X : 0);
      return { tick, below, inverted, block: flow.layOut(text, { width: room, size, bold }) };
    }),
  };
}

function heightOf(cells: readonly LaidOutCell[]): number {
  return Math.max(...cells.map(heightOfCell)) + 2 * PAD_Y;
}

function heightOfCell(cell: LaidOutCell): number {
  if (cell.kind === 'text') return cell.parts.reduce((sum, part) => sum + heightOfPart(part), 0);
  return cell.kind === 'tick' ? TICK : mm(6);
}

function heightOfPart({ block, tick, below }: LaidOutPart): number {
  return (tick ? Math.max(block.height, TICK) + mm(0.8) : block.height) + below;
}

/** A row that fits as it is, or its first `room` points and the rest: text continues, boxes stay with the beginning. */
function splitRow(row: LaidOutRow, room: number): [LaidOutRow, LaidOutRow | null] {
  if (row.height <= room + 0.01) return [row, null];
  const halves = row.cells.map((cell) => splitCell(cell, room - 2 * PAD_Y));
  const first = halves.map(([begin]) => begin);
  const rest = halves.map(([, end]) => end);
  const isLeft = rest.some((cell) => cell.kind === 'text' && cell.parts.length > 0);
  return [
    { ...row, cells: first, height: Math.min(room, heightOf(first)) },
    isLeft ? { ...row, cells: rest, height: heightOf(rest) } : null,
  ];
}

function splitCell(cell: LaidOutCell, room: number): [LaidOutCell, LaidOutCell] {
  const nothing: LaidOutCell = { kind: 'text', parts: [] };
  if (cell.kind !== 'text') return [cell, nothing];
  const begin: typeof cell.parts = [];
  const end: typeof cell.parts = [];
  let left = room;
  for (const part of cell.parts) {
    const isFull =
      end.length > 0 || (begin.length > 0 && part.block.size * part.block.lineHeight > left);
    if (isFull) {
      end.push(part);
      continue;
    }
    const [first, rest] = splitText(part.block, left);
    begin.push({ ...part, block: first });
    if (rest) end.push({ ...part, block: rest, tick: false });
    left -= heightOfPart({ ...part, block: first });
  }
  return [
    { kind: 'text', parts: begin },
    { kind: 'text', parts: end },
  ];
}

function putHeadings(flow: Flow, columns: readonly SheetColumn[]): void {
  const blocks = columns.map(({ heading, width }) =>
    flow.layOut(heading, { width: width - 2 * PAD_X, size: HEADING_SIZE, bold: true }),
  );
  const height = Math.max(...blocks.map((block) => block.height)) + 2 * mm(0.7);
  flow.put(height, (canvas, x, y) => {
    canvas.box(x, y, flow.width, height, { outline: 0, fill: 0.9 });
    forEachColumn(columns, x, (column, left, index) => {
      const block = blocks[index];
      if (!block) return;
      const { align = 'left', width } = column;
      const top = y + height - mm(0.7) - block.height;
      canvas.text(block, left + PAD_X, top, { align, width: width - 2 * PAD_X });
    });
    canvas.line(x, y + height, x + flow.width, y + height, { width: 0.8 });
  });
}

function putRow(flow: Flow, columns: readonly SheetColumn[], row: LaidOutRow): void {
  flow.put(row.height, (canvas, x, y) => {
    if (row.fill !== null) canvas.box(x, y, flow.width, row.height, { outline: 0, fill: row.fill });
    forEachColumn(columns, x, (column, left, index) => {
      const cell = row.cells[index];
      if (cell) drawCell(canvas, cell, column, { x: left, y, height: row.height });
    });
    // A little above its end, or the next row's background would cover it.
    const bottom = y + row.height - RULE.width / 2;
    canvas.line(x, bottom, x + flow.width, bottom, RULE);
  });
}

type Origin = { x: number; y: number; height: number };

function drawCell(
  canvas: Canvas,
  cell: LaidOutCell,
  column: SheetColumn,
  { x, y, height }: Origin,
): void {
  const { align = 'left' } = column;
  const width = column.width - 2 * PAD_X;
  const left = x + PAD_X;
  if (cell.kind === 'tick') {
    canvas.box(left, y + PAD_Y + mm(0.3), TICK, TICK, { outline: 0.8 });
  } else if (cell.kind === 'field') {
    canvas.box(x + mm(0.6), y + mm(0.8), column.width - mm(1.2), height - mm(1.6), {
      outlineGray: 0.3,
    });
    canvas.text(cell.block, left, y + height - mm(1) - cell.block.height, {
      align: 'right',
      width,
      gray: 0.35,
    });
  } else {
    let top = y + PAD_Y;
    for (const part of cell.parts) {
      const indent = part.tick ? TICK + PAD_X : 0;
      if (part.tick) canvas.box(left, top + mm(0.2), TICK, TICK, { outline: 0.8 });
      if (part.inverted) {
        canvas.box(left, top, width, part.block.height, { outline: 0, fill: 0 });
        canvas.text(part.block, left + PAD_X, top, { gray: 1 });
      } else canvas.text(part.block, left + indent, top, { align, width: width - indent });
      top += heightOfPart(part);
    }
  }
}

function forEachColumn(
  columns: readonly SheetColumn[],
  start: number,
  visit: (column: SheetColumn, x: number, index: number) => void,
): void {
  let x = start;
  for (const [index, column] of columns.entries()) {
    visit(column, x, index);
    x += column.width;
  }
}

/** A4 pages that fill from top to bottom and continue on a new page, with the same footer on each. */
const MARGIN = mm(13);
const FOOTER = mm(9);
const SMALL = 8;

export type Flow = {
  /** The area between the margins. */
  readonly width: number;
  readonly layOut: TextLayout;
  /** The height left on the page. */
  room(): number;
  /** The height of an empty page. */
  readonly fullRoom: number;
  /** Starts a new page, unless this one is still empty. */
  newPage(): void;
  /** Starts a new page, unless this much height is left. Returns whether it did. */
  ensure(height: number): boolean;
  /** Draws at the current position and moves down by `height`, which must fit on the page. */
  put(height: number, draw: (canvas: Canvas, x: number, y: number) => void): void;
  /** Blank space; none at the top of a page. */
  gap(height: number): void;
  /** Text over the whole width, or from `indent`, over as many pages as needed. */
  paragraph(text: RichText, shape: Omit<TextShape, 'width'> & { indent?: number }): void;
  /** Stays on the same page as the next `keep` points. */
  heading(text: string, spaceBelow?: number): void;
};

export function startFlow(pdf: Pdf, stamp: SheetStamp): Flow {
  pdf.onEveryPage((onPage, page, count) =>
    drawFooter(pdf, onPage, stamp, `Page ${page} of ${count}`),
  );
  const width = A4.width - 2 * MARGIN;
  const bottom = A4.height - MARGIN - FOOTER;
  let canvas = pdf.addPage(A4);
  let y = MARGIN;

  const flow: Flow = {
    width,
    layOut: pdf.layOut,
    fullRoom: bottom - MARGIN,
    room: () => bottom - y,
    newPage() {
      if (y === MARGIN) return;
      canvas = pdf.addPage(A4);
      y = MARGIN;
    },
    ensure(height) {
      if (height <= flow.room() || y === MARGIN) return false;
      flow.newPage();
      return true;
    },
    put(height, draw) {
      draw(canvas, MARGIN, y);
      y += height;
    },
    gap(height) {
      if (y > MARGIN) y = Math.min(bottom, y + height);
    },
    paragraph(text, { indent = 0, ...shape }) {
      let rest: ReturnType<typeof splitText>[1] = pdf.layOut(text, {
        ...shape,
        width: width - indent,
      });
      while (rest) {
        flow.ensure(rest.size * rest.lineHeight);
        const [first, next]: ReturnType<typeof splitText> = splitText(rest, flow.room());
        flow.put(first.height, (onto, x, top) => onto.text(first, x + indent, top));
        rest = next;
      }
    },
    heading(text, spaceBelow = mm(20)) {
      const block = pdf.layOut(text, { width, size: 13, bold: true });
      flow.gap(mm(5));
      flow.ensure(block.height + spaceBelow);
      flow.put(block.height + mm(1.5), (onto, x, top) => onto.text(block, x, top));
    },
  };
  drawHead(flow, pdf, stamp);
  return flow;
}

const LOGO_BOX = { width: mm(60), height: mm(10) };

function drawHead(
  flow: Flow,
  { logo, colour }: Pick<Pdf, 'logo' | 'colour'>,
  { title, subject, business, lines, isPreview }: SheetStamp,
): void {
  const mark = logo(LOGO_BOX);
  if (mark) flow.put(mark.height + mm(2), (canvas, x, y) => canvas.place(mark, x, y));
  const half = flow.width / 2;
  const left = flow.layOut(title, { width: half, size: 20, bold: true, maxLines: 1 });
  const right = flow.layOut(subject, { width: half, size: 15, bold: true, maxLines: 2 });
  const height = Math.max(left.height, right.height);
  flow.put(height + mm(1), (canvas, x, y) => {
    canvas.text(left, x, y, { colour });
    canvas.text(right, x + half, y + (left.height - right.height) / 2, {
      align: 'right',
      width: half,
    });
  });
  flow.paragraph([business, ...lines].join('\n'), { size: 9 });
  if (isPreview) {
    flow.gap(mm(1));
    flow.paragraph('PREVIEW, not tracked for changes. Print from the portal.', {
      size: 9,
      bold: true,
    });
  }
  flow.put(mm(3), (canvas, x, y) =>
    canvas.line(x, y + mm(2), x + flow.width, y + mm(2), { width: 1.2, colour }),
  );
}

function drawFooter({ layOut }: Pdf, canvas: Canvas, stamp: SheetStamp, page: string): void {
  const width = A4.width - 2 * MARGIN;
  const y = A4.height - MARGIN - FOOTER / 2;
  const number = layOut(page, { width: mm(28), size: SMALL, bold: true, maxLines: 1 });
  const about = layOut(stamp.footer, {
    width: width - mm(30),
    size: SMALL,
    maxHeight: FOOTER,
    maxLines: 2,
  });
  canvas.line(MARGIN, y - mm(1), A4.width - MARGIN, y - mm(1), { width: 0.4, gray: 0.5 });
  canvas.text(about, MARGIN, y);
  canvas.text(number, MARGIN, y, { align: 'right', width });
}

/** What every sheet says about itself: its title, its date and the version of the orders on it. */
type StampFacts = {
  title: string;
  date: PlainDate;
  /** The last of several days. */
  until?: PlainDate;
  /** A part of the day: "11am-1pm"; null for the whole day. */
  part: string | null;
  business: { name: string; timeZone: string };
  version: string;
  printedAt: Instant;
  isPreview: boolean;
};

export function sheetStamp(facts: StampFacts): SheetStamp {
  const { title, business, isPreview, until = facts.date } = facts;
  const days =
    until === facts.date
      ? formatDate(until)
      : `${formatDayAndMonth(facts.date)} to ${formatDate(until)}`;
  const subject = [days, facts.part].filter((part) => part !== null).join(', ');
  const state = `Orders as of ${formatInstant(facts.printedAt, business.timeZone)}, version ${facts.version}`;
  const preview = isPreview ? 'PREVIEW · ' : '';
  return {
    title,
    subject,
    business: business.name,
    lines: [state],
    footer: `${preview}${title} · ${subject} · ${state}`,
    isPreview,
  };
}

/** "Tue 13 Jan, 5:02am" in the kitchen's time zone. */
export function formatInstant(instant: Instant, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(instant, timeZone);
  return `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}
