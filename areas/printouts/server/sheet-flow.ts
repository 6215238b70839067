/** A4 pages that fill from top to bottom and continue on a new page, with the same footer on each. */
import type { Canvas } from '#platform/server/drawing/draw-canvas.ts';
import { mm, A4, type Pdf } from './draw-pdf.ts';
import {
  type RichText,
  splitText,
  type TextLayout,
  type TextShape,
} from '#platform/server/drawing/draw-text.ts';
import type { SheetStamp } from '#areas/printouts/server/drawer-port.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatInstant, type Instant } from '#platform/rules/zoned-time.ts';

const MARGIN = mm(13);
const FOOTER = mm(9);
const SMALL = 8;

export type Flow = {
  /** The area between the margins. */
  readonly width: number;
  readonly layOut: TextLayout;
  room(): number;
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
