/**
 * Pages to draw on: a thin layer over PDFKit that uses its document, fonts and compression, but writes text and lines
 * itself, because most of a label is drawn hundreds of times. All lengths in points from the top left corner.
 */
import type {
  DocumentBrand,
  DocumentLogo,
  DocumentDrawer,
  LabelsContent,
  LabelTooTall,
  PrintedDocument,
} from '#areas/printouts/server/drawer-port.ts';
import {
  type Canvas,
  createCanvas,
  type Form,
  type PageSize,
} from '#platform/server/drawing/draw-canvas.ts';
import { openFonts } from '#platform/server/drawing/draw-fonts.ts';
import { createTextLayout, type TextLayout } from '#platform/server/drawing/draw-text.ts';
import {
  addForm,
  addPage,
  leavePagesOpen,
  openDocument,
  type Resources,
  writeContent,
  addPicture,
} from '#platform/server/drawing/pdfkit-internals.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { KitchenLogo } from '#areas/business/rules/logo.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { openUpload } from '#areas/menu/server/open-pictures.ts';

const POINTS_PER_MM = 72 / 25.4;

export function mm(millimetres: number): number {
  return millimetres * POINTS_PER_MM;
}

export const A4: PageSize = { width: mm(210), height: mm(297) };

export type Pdf = {
  /** Lays out text in lines; `canvas.text` then draws them. */
  layOut: TextLayout;
  addPage(size: PageSize): Canvas;
  form(size: PageSize, draw: (canvas: Canvas) => void): Form;
  /** The kitchen's logo, as large as it fits; null: it has none. */
  logo: LogoDrawing;
  /** The kitchen's colour for headings; null: black. */
  readonly colour: string | null;
  /**
   * Draws this on every page from the next one on, at the end, when the page count is known: of these pages. Call it before the
   * first page.
   */
  onEveryPage(draw: (canvas: Canvas, page: number, pageCount: number) => void): void;
  finish(): void;
};

export type PdfOptions = {
  title: string;
  brand?: DocumentBrand | undefined;
  onChunk: (chunk: Uint8Array) => void;
  onEnd: () => void;
};

/** `onChunk` receives the PDF's bytes as they are produced; `onEnd` follows the last of them. */
export function createPdf({ title, brand, onChunk, onEnd }: PdfOptions): Pdf {
  const doc = openDocument({
    pdfVersion: '1.7',
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Producer: 'Mealrun', Creator: 'Mealrun' },
  });
  doc.on('data', onChunk);
  doc.on('end', onEnd);
  const fonts = openFonts(doc);
  const footers: { from: number; draw: Parameters<Pdf['onEveryPage']>[0] }[] = [];
  /** Pages not yet written. */
  let pages: Canvas[] = [];
  let formCount = 0;

  function writePage(canvas: Canvas): void {
    writeContent(doc, canvas.content());
  }

  function form(size: PageSize, draw: (canvas: Canvas) => void): Form {
    const resources: Resources = { fonts: {}, xobjects: {} };
    const canvas = createCanvas(fonts, resources);
    draw(canvas);
    const ref = addForm(doc, size, resources, canvas.content());
    formCount += 1;
    return { ...size, name: `X${formCount}`, ref };
  }

  return {
    layOut: createTextLayout(fonts),
    form,
    logo: logoDrawing(doc, form, brand?.logo ?? null),
    colour: brand?.colour ?? null,
    addPage(size) {
      if (footers.length === 0) {
        pages.forEach(writePage);
        pages = [];
      }
      const canvas = createCanvas(fonts, addPage(doc, size));
      pages.push(canvas);
      return canvas;
    },
    onEveryPage(draw) {
      footers.push({ from: pages.length, draw });
      leavePagesOpen(doc);
    },
    finish() {
      for (const [index, canvas] of pages.entries()) {
        const footer = footers.findLast(({ from }) => from <= index);
        if (footer) {
          const end = footers.find(({ from }) => from > footer.from)?.from ?? pages.length;
          doc.switchToPage(index);
          footer.draw(canvas, index + 1 - footer.from, end - footer.from);
        }
        writePage(canvas);
      }
      doc.end();
    },
  };
}

/** `isGray`: for printers that know only black, so that no colour comes out paler than it looks. */
type LogoDrawing = (box: PageSize, options?: { isGray?: boolean }) => Form | null;

function logoDrawing(
  doc: PDFKit.PDFDocument,
  form: (size: PageSize, draw: (canvas: Canvas) => void) => Form,
  logo: DocumentLogo | null,
): LogoDrawing {
  const forms = new Map<string, Form>();
  const refs = new Map<boolean, object>();

  function refOf(isGray: boolean, { pixels, ...size }: DocumentLogo): object {
    const ref =
      refs.get(isGray) ??
      (isGray
        ? addPicture(doc, size, grayOf(pixels), 'DeviceGray')
        : addPicture(doc, size, pixels, 'DeviceRGB'));
    refs.set(isGray, ref);
    return ref;
  }

  return (box, { isGray = false } = {}) => {
    if (!logo) return null;
    const scale = Math.min(box.width / logo.width, box.height / logo.height);
    const size = { width: logo.width * scale, height: logo.height * scale };
    const key = `${isGray} ${size.width}`;
    const picture = { name: isGray ? 'LogoGray' : 'Logo', ref: refOf(isGray, logo) };
    const drawn = forms.get(key) ?? form(size, (canvas) => canvas.picture(picture, 0, 0, size));
    forms.set(key, drawn);
    return drawn;
  };
}

/** By how bright each colour looks: ITU-R BT.601. */
function grayOf(pixels: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 3 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 3, index * 3 + 3);
    return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  });
}

/** A logo that is not in the database, or cannot be read, never keeps a label from being printed. */
export function brandDocuments(
  documents: DocumentDrawer,
  { db, site, log }: Pick<Context, 'db' | 'site' | 'log'>,
): DocumentDrawer {
  let known: { hash: string; logo: DocumentLogo } | null = null;

  async function find(stored: KitchenLogo | null): Promise<DocumentLogo | null> {
    if (stored === null) return null;
    if (known?.hash === stored.hash) return known.logo;
    try {
      const logo = await readLogo(db, stored);
      known = logo && { hash: stored.hash, logo };
      return logo;
    } catch (error) {
      log.warn({ err: error, logo: stored.hash }, 'printed without the logo');
      return null;
    }
  }

  return {
    async draw(document) {
      const { accentColour, logo } = document.look ?? (await site.current()).business;
      return documents.draw({
        ...document,
        brand: { colour: accentColour, logo: await find(logo) },
      });
    },
    measureLabels: (content) => documents.measureLabels(content),
    close: () => documents.close(),
  };
}

/** On white, as paper is. Null: it is not in the database. */
async function readLogo(db: Database, { hash }: KitchenLogo): Promise<DocumentLogo | null> {
  const [row] = await db.select({ bytes: logos.bytes }).from(logos).where(eq(logos.hash, hash));
  if (!row) return null;
  const { data, info } = await openUpload(() =>
    sharp(row.bytes)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}

/** Sent to the drawing thread: one at a time. */
export type DrawingRequest = { id: number } & (
  | { document: PrintedDocument }
  | { measure: LabelsContent }
);

/** Sent by the drawing thread: chunks, then `done`; what was measured; or `failed` at any time. */
export type DrawingReply =
  | { id: number; chunk: Uint8Array }
  | { id: number; done: true }
  | { id: number; tooTall: LabelTooTall[] }
  | { id: number; failed: string };
