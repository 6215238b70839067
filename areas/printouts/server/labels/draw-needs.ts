/**
 * What a portion's label says of its person: the allergy band, their note, and what staff agreed with them. A little
 * moves the rest of the label down; much gets labels of its own, before the meal's.
 */
import type { FoodLabel } from '#areas/printouts/rules/label-content.ts';
import type { Canvas } from '#platform/server/drawing/draw-canvas.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import { splitText, type TextBlock } from '#platform/server/drawing/draw-text.ts';
import { type Band, bandOf, drawBand, layOutBand, layOutSmallBand } from './draw-allergy-band.ts';
import {
  BODY_TOP,
  FOOT,
  HEAD_WIDTH,
  INNER_WIDTH,
  LABEL,
  MARGIN,
  NAME,
} from './draw-label-parts.ts';

const GAP = 1.5;
const NOTE = { size: 8.5, lineHeight: 1.2 };
/** A longer band is on the first label only: others point there. */
const LONGEST_REPEATED = 60;

type Part = { kind: 'band'; band: Band } | { kind: 'text'; block: TextBlock };

/** From top to bottom. */
export type Needs = { parts: readonly Part[]; height: number };

export function hasNeeds({ allergyBand, note, agreed }: FoodLabel): boolean {
  return allergyBand !== null || note !== '' || agreed !== null;
}

/** Beside the code, above the meal's name. Without a band the person's name stands there too. */
export function needsBesideCode(pdf: Pdf, label: FoodLabel): Needs {
  return needsOf(pdf, label, HEAD_WIDTH);
}

function needsOf(pdf: Pdf, label: FoodLabel, width: number): Needs {
  const { allergyBand, note, agreed, personName } = label;
  const text = (words: string, bold: boolean): Part => ({
    kind: 'text',
    block: pdf.layOut(words, { width, bold, ...NOTE }),
  });
  const parts: Part[] = [
    allergyBand === null
      ? {
          kind: 'text',
          block: pdf.layOut(personName, {
            width,
            size: 14,
            bold: true,
            maxHeight: NAME,
            minSize: 2,
            lineHeight: 1.2,
          }),
        }
      : { kind: 'band', band: layOutBand(pdf, allergyBand, width) },
    ...(agreed === null ? [] : [text(agreed, true)]),
    ...(note === '' ? [] : [text(`Note: ${note}`, false)]),
  ];
  return { parts, height: parts.reduce((sum, part) => sum + heightOf(part) + GAP, -GAP) };
}

export function drawNeeds(canvas: Canvas, { parts }: Needs, x: number, y: number, width: number) {
  let top = y;
  for (const part of parts) {
    if (part.kind === 'band') drawBand(canvas, part.band, x, top, width);
    else canvas.text(part.block, x, top);
    top += heightOf(part) + GAP;
  }
}

const ROOM = LABEL.height - MARGIN - FOOT - BODY_TOP - 2;

/** Over the whole width, label by label; never shortened. */
export function needsByLabel(pdf: Pdf, label: FoodLabel): Needs[] {
  const labels: Needs[] = [];
  let parts: Part[] = [];
  let left = ROOM;
  const close = () => {
    labels.push({ parts, height: ROOM - left });
    parts = [];
    left = ROOM;
  };
  for (const whole of needsOf(pdf, label, INNER_WIDTH).parts) {
    let rest: Part | null = whole;
    while (rest) {
      if (parts.length > 0 && heightOf(rest) > left) close();
      const [first, next]: [Part, Part | null] = splitPart(rest, left);
      parts.push(first);
      left -= heightOf(first) + GAP;
      rest = next;
    }
  }
  close();
  return labels;
}

function splitPart(part: Part, room: number): [Part, Part | null] {
  if (heightOf(part) <= room) return [part, null];
  if (part.kind === 'text') {
    const [first, rest] = splitText(part.block, room);
    return [{ kind: 'text', block: first }, rest && { kind: 'text', block: rest }];
  }
  const [first, rest] = splitText(
    part.band.block,
    room - bandOf(part.band.block).height + part.band.block.height,
  );
  return [{ kind: 'band', band: bandOf(first) }, rest && { kind: 'band', band: bandOf(rest) }];
}

function heightOf(part: Part): number {
  return part.kind === 'band' ? part.band.height : part.block.height;
}

/** On every label after the first, so that none is without it. */
export function drawRepeatedBand(
  pdf: Pdf,
  canvas: Canvas,
  { label, title }: { label: FoodLabel; title: string },
  place: { x: number; y: number; width: number; height: number },
): void {
  const { allergyBand, personName } = label;
  if (allergyBand === null) {
    const { width, height } = place;
    const shape = { width, size: 8, bold: true, maxHeight: height, minSize: 2, lineHeight: 1.2 };
    canvas.text(pdf.layOut(`${personName}  ·  ${title}`, shape), place.x, place.y);
    return;
  }
  const short =
    allergyBand.length > LONGEST_REPEATED
      ? `ALLERGY  ${personName.toUpperCase()}: SEE LABEL 1`
      : allergyBand;
  const band = layOutSmallBand(pdf, `${short}  ·  ${title}`, { ...place, size: 8.5 });
  drawBand(canvas, band, place.x, place.y, place.width);
}
