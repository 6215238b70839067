/** What must be read before cooking starts: the customer's own words, with what their meals contain. */
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import { allergyBand, dietsAndNote } from '#areas/order-book/rules/allergy-band.ts';
import type { CookRow, SpecialMeal, SpecialOrder } from '#areas/printouts/rules/prep-sheet.ts';
import { carefulText } from '#areas/order-book/rules/special-people.ts';
import { mm, type DrawingReply, type DrawingRequest } from './draw-pdf.ts';
import type { Span } from '#platform/server/drawing/draw-text.ts';
import { type Flow, type CellPart, type SheetColumn, drawTable } from './sheet-table.ts';
import { Worker } from 'node:worker_threads';

export function drawSpecialOrders(flow: Flow, specials: readonly SpecialOrder[]): void {
  const heading = `Read first: allergies and food requests (${specials.length})`;
  if (specials.length === 0) {
    flow.heading(heading);
    flow.paragraph('No allergies or food requests noted.', { size: 9 });
    return;
  }
  const tick = mm(6);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'Order', width: mm(42) },
    { heading: 'Who, and what their meals contain', width: flow.width - tick - mm(42) },
  ];
  drawTable(
    flow,
    columns,
    specials.map((order) => ({
      cells: [{ tick: true }, { parts: orderParts(order) }, { parts: wordParts(order) }],
      fill: 0.94,
    })),
    heading,
  );
}

function orderParts(order: SpecialOrder): CellPart[] {
  return [
    ...(order.stop === null ? [] : [{ text: `Stop ${order.stop}`, bold: true, size: 10 }]),
    { text: order.orderNumber, bold: true, size: 10 },
    { text: order.customerName },
    { text: `${windowLabel(order.window)}, ${TEMPERATURE_MARKS[order.temperature].toLowerCase()}` },
  ];
}

function wordParts(order: SpecialOrder): CellPart[] {
  const { needs, specialInstructions, specialPeople, specialWords, items } = order;
  const isNamed = specialPeople.length > 0;
  const clashing = items.filter(isClashing);
  return [
    ...needs.flatMap(needsParts),
    ...(specialWords.length === 0
      ? []
      : [{ text: specialInstructions.trim(), bold: true, size: 11, below: mm(1) }]),
    ...(isNamed ? [{ text: `For ${specialPeople.join(', ')}`, bold: true, below: mm(1) }] : []),
    ...clashing.map((item) => ({ tick: true, text: mealText(item) })),
    ...othersParts(clashing.length, items.length - clashing.length),
  ];
}

/** A meal to look at twice. */
function isClashing({ holds, agreed }: SpecialMeal): boolean {
  return holds.length > 0 || agreed !== null;
}

/** The others are only counted, and nothing is claimed of them: "and 3 other meals, see the packing list". */
function othersParts(clashing: number, others: number): CellPart[] {
  if (others === 0) return [];
  const meals = `${others} ${clashing > 0 ? 'other ' : ''}${others === 1 ? 'meal' : 'meals'}`;
  return [{ text: `${clashing > 0 ? 'And ' : ''}${meals}, see the packing list` }];
}

/** What was chosen for a person: the allergy white on black, then how they eat, and their note. */
export function needsParts(person: SpecialOrder['needs'][number]): CellPart[] {
  const band = allergyBand(person);
  const rest = dietsAndNote(person);
  return [
    ...(band === null ? [] : [{ text: band, bold: true, size: 10, inverted: true, below: mm(1) }]),
    ...(rest === '' ? [] : [{ text: rest, bold: true, size: 10, below: mm(1) }]),
  ];
}

function mealText({ personName, name, allergens, holds, agreed }: SpecialMeal): Span[] {
  return [
    { text: `${personName}: `, bold: true },
    { text: `${name}. ${allergens}.` },
    ...(holds.length === 0 ? [] : [{ text: ` STOP: contains ${holds.join(', ')}.`, bold: true }]),
    ...(agreed === null ? [] : [{ text: ` ${agreed}.`, bold: true }]),
  ];
}

/** "Bulgogi x14, of these 1 for Mia (all tree nuts, peanut): clean bench", with a box to tick each. */
export function drawCareful(flow: Flow, meals: readonly CookRow[]): void {
  const rows = meals.flatMap((meal) => meal.careful.map((portions) => ({ meal, portions })));
  if (rows.length === 0) return;
  const tick = mm(6);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'Meal, and for whom', width: flow.width - tick - mm(38) },
    { heading: 'Order', width: mm(38) },
  ];
  drawTable(
    flow,
    columns,
    rows.map(({ meal, portions }) => ({
      cells: [
        { tick: true },
        { parts: [{ text: carefulText(meal, portions), size: 10.5, bold: true }] },
        portions.orderNumber,
      ],
    })),
    'Cook apart',
  );
}

type DrawingThread = {
  send: (request: DrawingRequest) => void;
  /** Stops it, whatever it is doing. The next `send` starts a new one. */
  end: () => Promise<void>;
};

type ThreadListener = {
  onReply: (reply: DrawingReply) => void;
  /** It ended unexpectedly. */
  onLost: (error: Error) => void;
};

/** Enough for thousands of labels; without a limit it would collect garbage too late to stay small. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

/** A thread that starts when there is something to draw, and again after it has died. */
export function createDrawingThread({ onReply, onLost }: ThreadListener): DrawingThread {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(new URL('draw-worker.ts', import.meta.url), {
      resourceLimits: MEMORY,
    });
    const lose = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      onLost(error);
    };
    started.on('message', (reply: DrawingReply) => {
      if (worker === started) onReply(reply);
    });
    started.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => lose(new Error('the drawing thread ended')));
    return started;
  }

  return {
    send(request) {
      worker ??= start();
      worker.postMessage(request);
    },
    async end() {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
}
