/** A page, or a form placed on pages: writes PDF drawing operators. y grows downwards, as on a screen. */
import { encode } from 'uqr';
import type { Fonts, Word } from './draw-fonts.ts';
import type { TextBlock } from './draw-text.ts';
import type { Resources } from './pdfkit-internals.ts';

export type Align = 'left' | 'center' | 'right';

export type PageSize = { width: number; height: number };

/** Drawn once and placed many times. */
export type Form = PageSize & { name: string; ref: object };

export type Picture = { name: string; ref: object };

/** 0 is black, 1 is white. */
export type Gray = number;

/** `colour`: #rrggbb instead of a gray. */
export type Ink = { gray?: Gray; colour?: string | null };

export type Canvas = {
  /** `y` is the top of the first line. `align` is relative to `width`, starting at `x`. */
  text(
    block: TextBlock,
    x: number,
    y: number,
    options?: { align?: Align; width?: number } & Ink,
  ): void;
  line(x1: number, y1: number, x2: number, y2: number, options?: { width?: number } & Ink): void;
  box(x: number, y: number, width: number, height: number, options?: BoxOptions): void;
  place(form: Form, x: number, y: number): void;
  /** Stretched to `width` by `height`. */
  picture(picture: Picture, x: number, y: number, size: PageSize): void;
  /** Black squares for `text`, `side` points wide, without the white margin of four modules that scanners need. */
  qrCode(text: string, x: number, y: number, side: number): void;
  /** The content so far, as a PDF stream. */
  content(): string;
};

export type BoxOptions = {
  /** Width of the outline; 0: none. Default 0.5. */
  outline?: number;
  outlineGray?: Gray;
  /** Null or omitted: not filled. */
  fill?: Gray | null;
};

/** Centres capitals in their line. */
const CAP_MIDDLE = 0.357;

export function createCanvas(fonts: Fonts, resources: Resources): Canvas {
  const operators: string[] = [];

  function write(operator: string): void {
    operators.push(operator);
  }

  function line(words: readonly Word[], size: number, x: number, baseline: number): string {
    let shown = `1 0 0 -1 ${n(x)} ${n(baseline)} Tm`;
    let fontId = '';
    let rise = 0;
    for (const run of joinRuns(words)) {
      if (run.fontId !== fontId) {
        resources.fonts[run.fontId] ??= fonts.refOf(run.fontId);
        shown += `/${run.fontId} ${n(size)} Tf`;
        fontId = run.fontId;
      }
      if (run.rise !== rise) shown += ` ${n((run.rise * size) / 1000)} Ts`;
      rise = run.rise;
      shown += `[${run.glyphs}]TJ`;
    }
    return rise === 0 ? shown : `${shown} 0 Ts`;
  }

  return {
    text(block, x, y, { align = 'left', width = 0, gray = 0, colour = null } = {}) {
      const height = block.size * block.lineHeight;
      const baseline = y + height / 2 + block.size * CAP_MIDDLE;
      const lines = block.lines.map((each, index) => {
        const indent = (width - each.width) * SHARE_BEFORE[align];
        return line(each.words, block.size, x + indent, baseline + index * height);
      });
      write(`${colour === null ? `${n(gray)} g` : `${rgb(colour)} rg`} BT ${lines.join('\n')} ET`);
    },
    line(x1, y1, x2, y2, { width = 0.5, gray = 0, colour = null } = {}) {
      const ink = colour === null ? `${n(gray)} G` : `${rgb(colour)} RG`;
      write(`${ink} ${n(width)} w ${n(x1)} ${n(y1)} m ${n(x2)} ${n(y2)} l S`);
    },
    box(x, y, width, height, { outline = 0.5, outlineGray = 0, fill = null } = {}) {
      const rectangle = `${n(x)} ${n(y)} ${n(width)} ${n(height)} re`;
      if (fill !== null) write(`${n(fill)} g ${rectangle} f`);
      if (outline > 0) write(`${n(outlineGray)} G ${n(outline)} w ${rectangle} S`);
    },
    place(form, x, y) {
      resources.xobjects[form.name] = form.ref;
      write(`q 1 0 0 1 ${n(x)} ${n(y)} cm /${form.name} Do Q`);
    },
    picture({ name, ref }, x, y, { width, height }) {
      resources.xobjects[name] = ref;
      write(`q ${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm /${name} Do Q`);
    },
    qrCode(text, x, y, side) {
      // One mask for all is as readable and avoids trying eight for each label.
      const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 0 });
      const image = `BI /W ${size} /H ${size} /IM true /BPC 1 /F /AHx ID ${imageMask(data)}> EI`;
      write(`q 0 g ${n(side)} 0 0 ${n(-side)} ${n(x)} ${n(y + side)} cm ${image} Q`);
    },
    content: () => operators.join('\n'),
  };
}

const SHARE_BEFORE: Record<Align, number> = { left: 0, center: 0.5, right: 1 };

type Run = Word['runs'][number];

/** Joins neighbours of one font and height into one run. */
function joinRuns(words: readonly Word[]): Run[] {
  const joined: Run[] = [];
  for (const { runs } of words) {
    for (const run of runs) {
      const last = joined.at(-1);
      if (last?.fontId === run.fontId && last.rise === run.rise) {
        joined[joined.length - 1] = { ...run, glyphs: last.glyphs + run.glyphs };
      } else joined.push(run);
    }
  }
  return joined;
}

/** "#1f5368" as three shares of 1. */
function rgb(colour: string): string {
  // With two digits some shades would be others.
  return [1, 3, 5]
    .map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3))
    .join(' ');
}

/** A number in PDF syntax: no exponent, and no more digits than a printer can show. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Rows of bits, padded to whole bytes, in hexadecimal. 0 is painted. */
function imageMask(rows: readonly boolean[][]): string {
  return rows
    .map((row) => {
      let hex = '';
      for (let x = 0; x < row.length; x += 8) {
        const bits = Array.from({ length: 8 }, (_, bit) => (row[x + bit] === true ? '0' : '1'));
        hex += Number.parseInt(bits.join(''), 2).toString(16).padStart(2, '0');
      }
      return hex;
    })
    .join('');
}
