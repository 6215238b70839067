/**
 * Lays out text in lines of a given width. It wraps, breaks long words and shrinks; nothing is ever cut off. Sizes in
 * points.
 */
import type { Weight, Fonts, Word } from './draw-fonts.ts';

/** `**` is not interpreted: make bold text a span of its own. */
export type Span = { text: string; bold?: boolean };
/** A string is one plain span; an array is one paragraph. A line break inside a text starts a new line. */
export type RichText = string | readonly Span[];

export type TextShape = {
  width: number;
  size: number;
  bold?: boolean;
  /** Multiple of the size; default 1.25. */
  lineHeight?: number;
  /** The text shrinks in small steps until it is no higher than this, or `minSize` is reached. */
  maxHeight?: number;
  maxLines?: number;
  /** Default 4.5. */
  minSize?: number;
};

export type TextLine = { words: readonly Word[]; width: number };

export type TextBlock = {
  lines: readonly TextLine[];
  size: number;
  lineHeight: number;
  /** Width of the widest line. */
  width: number;
  height: number;
  /** False: too high even at its smallest size. Draw it with more room, or in parts (`splitText`). */
  fits: boolean;
};

const DEFAULT_LINE_HEIGHT = 1.25;
const DEFAULT_MIN_SIZE = 4.5;
const SHRINK = 0.96;

export type TextLayout = (text: RichText, shape: TextShape) => TextBlock;

export function createTextLayout(fonts: Fonts): TextLayout {
  return (text, shape) => {
    const units = unitsOf(fonts, typeof text === 'string' ? [{ text }] : text, shape.bold);
    const minSize = Math.min(shape.size, shape.minSize ?? DEFAULT_MIN_SIZE);
    for (let { size } = shape; ; size *= SHRINK) {
      const block = setLines(fonts, units, shape, Math.max(size, minSize));
      if (block.fits || size <= minSize) return block;
    }
  };
}

/** The first lines that fit into `height`, at least one, and the remaining lines. */
export function splitText(
  block: TextBlock,
  height: number,
): [first: TextBlock, rest: TextBlock | null] {
  const room = Math.max(1, Math.floor((height + 0.01) / (block.size * block.lineHeight)));
  if (room >= block.lines.length) return [block, null];
  return [withLines(block, block.lines.slice(0, room)), withLines(block, block.lines.slice(room))];
}

function withLines(
  block: Pick<TextBlock, 'size' | 'lineHeight'>,
  lines: readonly TextLine[],
): TextBlock {
  const width = Math.max(0, ...lines.map((line) => line.width));
  const height = lines.length * block.size * block.lineHeight;
  return { ...block, lines, width, height, fits: true };
}

type Piece = { text: string; weight: Weight; word: Word };

/** Units that are never split across lines. Null forces a line break. */
type Unit = { pieces: Piece[]; width: number; widthWithoutSpace: number } | null;

/** Up to and including spaces, hyphens and slashes. */
const BREAKABLE_PARTS = /[^\s\-/–—]*[-/–—]+(?=\S)|[^\s\-/–—]+ ?|\S+ ?|\s/gu;
const MAY_END_LINE = /[\s\-/–—]$/u;
/** Between characters of scripts that write without spaces. */
const BETWEEN_IDEOGRAPHS =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u;

function unitsOf(fonts: Fonts, spans: readonly Span[], allBold = false): Unit[] {
  const units: Unit[] = [];
  let mayBreak = true;
  const add = (text: string, weight: Weight, endsUnit: boolean) => {
    const word = fonts.word(text, weight);
    const last = units.at(-1);
    if (last && !mayBreak) {
      last.pieces.push({ text, weight, word });
      last.widthWithoutSpace = last.width + word.widthWithoutSpace;
      last.width += word.width;
    } else units.push({ pieces: [{ text, weight, word }], ...widthsOf(word) });
    mayBreak = endsUnit;
  };
  for (const span of spans) {
    const weight = (span.bold ?? allBold) ? 'bold' : 'regular';
    for (const [index, line] of span.text.split(LINE_BREAK).entries()) {
      if (index > 0) {
        units.push(null);
        mayBreak = true;
      }
      for (const part of line.replaceAll(SPACES, ' ').match(BREAKABLE_PARTS) ?? []) {
        const texts = part.split(BETWEEN_IDEOGRAPHS);
        texts.forEach((text, at) =>
          add(text, weight, at < texts.length - 1 || MAY_END_LINE.test(text)),
        );
      }
    }
  }
  return units;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;
const SPACES = /[^\S\u00A0]+/g;

function widthsOf({ width, widthWithoutSpace }: Word) {
  return { width, widthWithoutSpace };
}

function setLines(fonts: Fonts, units: readonly Unit[], shape: TextShape, size: number): TextBlock {
  const room = (shape.width / size) * 1000;
  const lines: Word[][] = [[]];
  let filled = 0;
  const newLine = () => {
    lines.push([]);
    filled = 0;
  };
  const put = (words: readonly Word[], width: number, widthWithoutSpace: number) => {
    if (filled > 0 && filled + widthWithoutSpace > room) newLine();
    lines.at(-1)?.push(...words);
    filled += width;
  };
  for (const unit of units) {
    if (unit === null) newLine();
    else if (unit.widthWithoutSpace <= room) {
      const words = unit.pieces.map(({ word }) => word);
      put(words, unit.width, unit.widthWithoutSpace);
    } else {
      for (const word of unit.pieces.flatMap((piece) => chop(fonts, piece, room)))
        put([word], word.width, word.widthWithoutSpace);
    }
  }
  const block = withLines(
    { size, lineHeight: shape.lineHeight ?? DEFAULT_LINE_HEIGHT },
    lines.map((words) => ({ words, width: (lineWidth(words) * size) / 1000 })),
  );
  const isLow = block.height <= (shape.maxHeight ?? Infinity) + 0.01;
  return { ...block, fits: isLow && lines.length <= (shape.maxLines ?? Infinity) };
}

function lineWidth(words: readonly Word[]): number {
  const last = words.at(-1);
  if (!last) return 0;
  return words.reduce((sum, word) => sum + word.width, 0) - last.width + last.widthWithoutSpace;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a word that may be wider than the line into parts that are not. */
function chop(fonts: Fonts, { text, weight, word }: Piece, room: number): Word[] {
  if (word.widthWithoutSpace <= room) return [word];
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const longer = `${parts.at(-1) ?? ''}${segment}`;
    if (parts.length > 0 && fonts.word(longer, weight).widthWithoutSpace <= room)
      parts[parts.length - 1] = longer;
    else parts.push(segment);
  }
  return parts.map((part) => fonts.word(part, weight));
}
