/** Tables over as many pages as needed, with the headings on each. Rows stay whole unless one is higher than a page. */
import { type LabelPart, above } from '#areas/printouts/server/draw-label-parts.ts';
import type { Align, Canvas, Gray } from '#platform/server/drawing/draw-canvas.ts';
import { mm } from './draw-pdf.ts';
import type { Flow } from './sheet-flow.ts';
import { type RichText, splitText, type TextBlock } from '#platform/server/drawing/draw-text.ts';

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
  /** Multiple of the size. */
  lineHeight?: number;
};

export type SheetColumn = { heading: string; width: number; align?: Align };

/** `dense`: with little space above and below. */
export type TableRow = { cells: readonly Cell[]; bold?: boolean; fill?: Gray; dense?: boolean };

const TICK = mm(3.4);
const SIZE = 9;
const HEADING_SIZE = 7.5;
const PAD_X = mm(1.2);
const PAD_Y = mm(0.9);
const DENSE_PAD_Y = mm(0.15);
const RULE = { width: 0.4, gray: 0.45 };

/** Widths are in points and should add up to the flow's. A heading stays with the first row. */
export function drawTable(
  flow: Flow,
  columns: readonly SheetColumn[],
  rows: readonly TableRow[],
  heading?: string,
): void {
  const hasHeadings = columns.some((column) => column.heading !== '');
  const drawHeadings = () => {
    if (hasHeadings) putHeadings(flow, columns);
  };
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
      flow.put(first.height, (canvas, x, y) => paintRow(canvas, columns, first, { x, y }));
      rest = next;
    }
  }
}

type LaidOutPart = { block: TextBlock; tick: boolean; below: number; inverted: boolean };

type LaidOutCell =
  | { kind: 'text'; parts: LaidOutPart[] }
  | { kind: 'tick' }
  | { kind: 'field'; block: TextBlock };

type LaidOutRow = { cells: LaidOutCell[]; height: number; fill: Gray | null; padY: number };

function layOutRow(flow: Flow, columns: readonly SheetColumn[], row: TableRow): LaidOutRow {
  const cells = columns.map((column, index) =>
    layOutCell(flow, column, row.cells[index] ?? '', row),
  );
  const padY = row.dense === true ? DENSE_PAD_Y : PAD_Y;
  return { cells, height: heightOf(cells, padY), fill: row.fill ?? null, padY };
}

function layOutCell(flow: Flow, column: SheetColumn, cell: Cell, row: TableRow): LaidOutCell {
  const width = column.width - 2 * PAD_X;
  if (typeof cell === 'object' && 'tick' in cell) return { kind: 'tick' };
  if (typeof cell === 'object' && 'field' in cell) {
    return { kind: 'field', block: flow.layOut(cell.field, { width, size: HEADING_SIZE }) };
  }
  const parts = typeof cell === 'object' && 'parts' in cell ? cell.parts : [{ text: cell }];
  return {
    kind: 'text',
    parts: parts.map(({ text, size = SIZE, bold = row.bold ?? false, ...part }: CellPart) => {
      const { tick = false, below = 0, inverted = false, ...shape } = part;
      const room = width - (tick ? TICK + PAD_X : 0) - (inverted ? 2 * PAD_X : 0);
      const block = flow.layOut(text, { ...shape, width: room, size, bold });
      return { tick, below, inverted, block };
    }),
  };
}

function heightOf(cells: readonly LaidOutCell[], padY: number): number {
  return Math.max(...cells.map(heightOfCell)) + 2 * padY;
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
  const halves = row.cells.map((cell) => splitCell(cell, room - 2 * row.padY));
  const first = halves.map(([begin]) => begin);
  const rest = halves.map(([, end]) => end);
  const isLeft = rest.some((cell) => cell.kind === 'text' && cell.parts.length > 0);
  return [
    { ...row, cells: first, height: Math.min(room, heightOf(first, row.padY)) },
    isLeft ? { ...row, cells: rest, height: heightOf(rest, row.padY) } : null,
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

function paintRow(
  canvas: Canvas,
  columns: readonly SheetColumn[],
  row: LaidOutRow,
  { x, y }: { x: number; y: number },
): void {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  if (row.fill !== null) canvas.box(x, y, width, row.height, { outline: 0, fill: row.fill });
  forEachColumn(columns, x, (column, left, index) => {
    const cell = row.cells[index];
    if (cell) drawCell(canvas, cell, column, { x: left, y, height: row.height, padY: row.padY });
  });
  // A little above its end, or the next row's background would cover it.
  const bottom = y + row.height - RULE.width / 2;
  canvas.line(x, bottom, x + width, bottom, RULE);
}

function drawCell(
  canvas: Canvas,
  cell: LaidOutCell,
  column: SheetColumn,
  { x, y, height, padY }: { x: number; y: number; height: number; padY: number },
): void {
  const { align = 'left' } = column;
  const width = column.width - 2 * PAD_X;
  const left = x + PAD_X;
  if (cell.kind === 'tick') {
    canvas.box(left, y + padY + mm(0.3), TICK, TICK, { outline: 0.8 });
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
    let top = y + padY;
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

/** Rows under one another, without headings. */
export function rowsBlock(
  flow: Flow,
  columns: readonly SheetColumn[],
  rows: readonly TableRow[],
): LabelPart {
  const laidOut = rows.map((row) => layOutRow(flow, columns, row));
  return above(
    laidOut.map((row) => ({
      height: row.height,
      draw: (canvas, x, y) => paintRow(canvas, columns, row, { x, y }),
    })),
  );
}

/** Blocks under one another, in a frame. */
export function framed(blocks: readonly LabelPart[], width: number): LabelPart {
  const { height, draw } = above(blocks);
  return {
    height,
    draw(canvas, x, y) {
      draw(canvas, x, y);
      canvas.box(x, y, width, height, { outline: 0.8, outlineGray: 0.2 });
    },
  };
}

const GUTTER = mm(4);
const BETWEEN = mm(2);

/** The width of each of two columns. */
export function halfWidth(flow: Pick<Flow, 'width'>): number {
  return (flow.width - GUTTER) / 2;
}

/** Null: what takes the whole width, and is drawn by `drawWide`. */
type InColumn = { half: LabelPart | null; drawWide: () => void };

/** In two columns, each under the shorter one. What is higher than a page takes the width. */
export function drawInColumns(flow: Flow, heading: string, all: readonly InColumn[]): void {
  flow.heading(heading, Math.min(all[0]?.half?.height ?? mm(30), flow.fullRoom / 2));
  let columns = emptyColumns(flow);
  const putColumns = () => {
    const [left, right] = columns;
    flow.put(Math.max(left.height, right.height), (canvas, x, y) => {
      for (const column of columns)
        for (const { block, top } of column.blocks) block.draw(canvas, x + column.x, y + top);
    });
    columns = emptyColumns(flow);
  };
  for (const { half, drawWide } of all) {
    if (!half || half.height > flow.fullRoom) {
      putColumns();
      drawWide();
      continue;
    }
    const lowest = Math.min(...columns.map(({ height }) => height));
    if (lowest + half.height > flow.room()) {
      putColumns();
      flow.newPage();
    }
    const [left, right] = columns;
    const column = left.height <= right.height ? left : right;
    column.blocks.push({ block: half, top: column.height });
    column.height += half.height + BETWEEN;
  }
  putColumns();
}

type Column = { x: number; height: number; blocks: { block: LabelPart; top: number }[] };

function emptyColumns(flow: Flow): [Column, Column] {
  return [
    { x: 0, height: 0, blocks: [] },
    { x: halfWidth(flow) + GUTTER, height: 0, blocks: [] },
  ];
}
