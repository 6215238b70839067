/**
 * The prep sheet on A4, in the sequence of the work: what to read first, the pots by when they start, the trays with what
 * goes on each, and what goes into each bag, stop by stop.
 */
import { counted } from '#platform/rules/counted.ts';
import {
  isServed,
  SERVICE_TYPES,
  serviceOf,
  serviceTitle,
} from '#areas/business/rules/services.ts';
import type {
  PrepSheetContent,
  PrintedPot,
  PrintedSpecials,
  PrintedTray,
} from '#areas/printouts/server/drawer-port.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel, windowStartText } from '#areas/business/rules/delivery-windows.ts';
import { TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import {
  agreedText,
  allergyBand,
  dietsAndNote,
  type PersonInBag,
} from '#areas/order-book/rules/kitchen-bag.ts';
import { CARE_WORDS } from '#areas/order-book/rules/special-people.ts';
import type { DailyTotals, PackedBag } from '#areas/printouts/rules/daily-totals.ts';
import { waitingText } from '#areas/printouts/rules/run-sheet.ts';
import type { Span } from '#platform/server/drawing/draw-text.ts';
import { mm, type Pdf } from './draw-pdf.ts';
import { type Flow, startFlow } from './sheet-flow.ts';
import {
  type Cell,
  type CellPart,
  drawInColumns,
  drawTable,
  framed,
  halfWidth,
  type TableRow,
  rowsBlock,
  type SheetColumn,
} from './sheet-table.ts';

const TICK = mm(6);
const SMALL = 8;
const LINE = 7.25;
const DENSE = 1.12;

export function drawPrepSheet(pdf: Pdf, content: PrepSheetContent): void {
  const flow = startFlow(pdf, content.stamp);
  drawTotals(flow, content);
  drawReadFirst(flow, content.readFirst);
  drawPots(flow, content.pots);
  drawTrays(flow, content.trays);
  for (const { window, deliveries } of content.totals.windows) {
    if (deliveries > 0) drawPacking(flow, content, window);
  }
}

function drawTotals(
  flow: Flow,
  { totals, pots, trays, waiting, services }: PrepSheetContent,
): void {
  const types = SERVICE_TYPES.filter((type) => isServed(type, { services }) || totals[type] > 0);
  if (waiting.orders > 0) flow.paragraph(waitingText(waiting), { size: 10, bold: true });
  const portions = trays.reduce(
    (sum, { windows }) => sum + windows.reduce((all, { count }) => all + count, 0),
    0,
  );
  flow.paragraph(
    `To make: ${counted(pots.length, 'pot', 'pots')}, ${counted(portions, 'tray', 'trays')}.`,
    { size: 11, bold: true },
  );
  if (totals.deliveries === 0) return;
  flow.gap(mm(1));
  const names = [
    'Deliveries',
    'Meals',
    ...types.map((type) => serviceTitle(type, { services })),
    'Warm',
    'Cold',
  ];
  const width = mm(22);
  const columns: SheetColumn[] = [
    { heading: 'To pack', width: flow.width - names.length * width },
    ...names.map((heading): SheetColumn => ({ heading, width, align: 'right' })),
  ];
  const rowOf = (name: string, of: Omit<DailyTotals['windows'][number], 'window'>): TableRow => ({
    cells: [
      name,
      ...[of.deliveries, of.meals, ...types.map((type) => of[type]), of.warm, of.cold].map(String),
    ],
  });
  drawTable(flow, columns, [
    ...totals.windows.map((total) => rowOf(windowLabel(total.window), total)),
    { ...rowOf('Whole day', totals), bold: true },
  ]);
}

function drawReadFirst(flow: Flow, specials: readonly PrintedSpecials[]): void {
  const heading = `Read first: allergies and food requests (${specials.length})`;
  if (specials.length === 0) {
    flow.heading(heading, 0);
    flow.paragraph('No allergies or food requests noted.', { size: 9 });
    return;
  }
  const columns: SheetColumn[] = [
    { heading: 'Stop', width: mm(30) },
    { heading: 'Who, and how their meals are made', width: flow.width - mm(30) },
  ];
  const rows = specials.map((one): TableRow => ({
    fill: 0.94,
    cells: [
      {
        parts: [
          { text: one.stop === null ? '–' : `Stop ${one.stop}`, bold: true, size: 11 },
          { text: one.orderNumber, bold: true, size: SMALL },
          { text: one.when, size: SMALL },
        ],
      },
      {
        parts: [
          ...one.people.flatMap(needsParts),
          ...(one.instructions === ''
            ? []
            : [{ text: one.instructions, bold: true, size: 10, below: mm(0.5) }]),
          ...one.portions.map(({ care, text }) => ({
            tick: true,
            size: SMALL,
            text: [{ text: `${CARE_WORDS[care]}: `, bold: true }, { text }],
          })),
          ...(one.others === 0
            ? []
            : [
                {
                  text: `${counted(one.others, 'other meal', 'other meals')}: see the packing list.`,
                },
              ]),
        ],
      },
    ],
  }));
  drawTable(flow, columns, rows, heading);
}

/** What was chosen for a person: the allergy white on black, then how they eat, and their note. */
function needsParts(person: PersonInBag): CellPart[] {
  const band = allergyBand(person);
  const rest = dietsAndNote(person);
  return [
    ...(band === null ? [] : [{ text: band, bold: true, size: 10, inverted: true, below: mm(1) }]),
    ...(rest === '' ? [] : [{ text: rest, bold: true, size: 10, below: mm(1) }]),
  ];
}

function drawPots(flow: Flow, pots: readonly PrintedPot[]): void {
  if (pots.length === 0) return;
  drawFramed(
    flow,
    `Pots (${pots.length})`,
    pots.map((pot) => ({ of: (width) => potTables(pot, width) })),
  );
}

/** When it starts and what it makes, what goes in, and boxes to fill in by hand. */
function potTables(pot: PrintedPot, width: number): Table[] {
  const makes = mm(22);
  const text: CellPart[] = [
    { text: linesText(pot), size: LINE, lineHeight: DENSE },
    ...(pot.allergens === ''
      ? []
      : [{ text: pot.allergens, size: LINE, bold: true, lineHeight: DENSE }]),
    ...(pot.steps === '' ? [] : [{ text: pot.steps, size: LINE, lineHeight: DENSE }]),
    ...(pot.users === '' ? [] : [{ text: pot.users, size: LINE, lineHeight: DENSE }]),
  ];
  const head: Table = {
    columns: [
      { heading: '', width: TICK },
      { heading: '', width: width - TICK - makes },
      { heading: '', width: makes, align: 'right' },
    ],
    rows: [
      {
        dense: true,
        cells: [
          { tick: true },
          {
            parts: [
              {
                text: [{ text: `${pot.startBy}  ` }, { text: pot.name, bold: true }],
                size: 9.5,
              },
            ],
          },
          { parts: [{ text: pot.makes, bold: true, size: 9.5 }] },
        ],
      },
    ],
  };
  if (pot.made !== '') return [head, oneCell(width, [{ text: pot.made, size: SMALL }])];
  const boxes = [
    ...(pot.needs.includes('core') ? ['core °C'] : []),
    ...(pot.needs.includes('cooling') ? ['21 °C at', '5 °C at'] : []),
    'initials',
  ];
  const byHand: Table = {
    columns: boxes.map(() => ({ heading: '', width: width / boxes.length })),
    rows: [{ dense: true, cells: boxes.map((field): Cell => ({ field })) }],
  };
  return [head, oneCell(width, text), byHand];
}

/** "lamb shoulder 888 g from 1,009 g, crushed tomato 234 g": ready to weigh, from what leaves the store. */
function linesText({ lines }: PrintedPot): Span[] {
  return lines.flatMap(({ name, weigh, takeOut }, index) => [
    { text: `${index === 0 ? '' : ', '}${name} ` },
    { text: weigh, bold: true },
    { text: takeOut === null || takeOut === weigh ? '' : ` from ${takeOut}` },
  ]);
}

/** More windows than these have no room in half a page. */
const MOST_IN_HALF = 3;

function drawTrays(flow: Flow, trays: readonly PrintedTray[]): void {
  if (trays.length === 0) return;
  drawFramed(
    flow,
    `Trays (${trays.length})`,
    trays.map((tray) => ({
      of: (width) => trayTables(tray, width),
      isWide: tray.windows.length > MOST_IN_HALF,
    })),
  );
}

type Table = { columns: readonly SheetColumn[]; rows: readonly TableRow[] };

type Tables = { of: (width: number) => Table[]; isWide?: boolean };

/** Each in a frame of its own. */
function drawFramed(flow: Flow, heading: string, all: readonly Tables[]): void {
  const half = halfWidth(flow);
  drawInColumns(
    flow,
    heading,
    all.map(({ of: tablesOf, isWide = false }) => ({
      half: isWide
        ? null
        : framed(
            tablesOf(half).map(({ columns, rows }) => rowsBlock(flow, columns, rows)),
            half,
          ),
      drawWide() {
        for (const { columns, rows } of tablesOf(flow.width)) drawTable(flow, columns, rows);
        flow.gap(mm(2));
      },
    })),
  );
}

function oneCell(width: number, parts: CellPart[]): Table {
  return { columns: [{ heading: '', width }], rows: [{ cells: [{ parts }], dense: true }] };
}

/** Its name with the numbers and a box for its core, then a line for each ingredient, then how it is filled. */
function trayTables(tray: PrintedTray, width: number): Table[] {
  const core = mm(20);
  const cares = tray.specials.map(({ verdict, key }) => `${CARE_WORDS[verdict]} ${key}`);
  const title: CellPart[] = [
    { text: titleOf(tray), bold: true, size: 10 },
    { text: `${countsText(tray)} · pack by ${tray.packBy}`, bold: true, size: SMALL },
    // What it means stands under Read first.
    ...(cares.length === 0 ? [] : [{ text: cares.join(' · '), bold: true, size: SMALL }]),
  ];
  const head: Table =
    tray.core === null
      ? oneCell(width, title)
      : {
          columns: [
            { heading: '', width: width - core },
            { heading: '', width: core },
          ],
          rows: [{ cells: [{ parts: title }, { field: tray.core }], dense: true }],
        };
  return [
    head,
    lineTable(tray, width),
    ...(tray.steps === ''
      ? []
      : [oneCell(width, [{ text: tray.steps, size: LINE, lineHeight: DENSE }])]),
  ];
}

function titleOf({ name, dayText }: PrintedTray): string {
  return dayText === '' ? name : `${name}, for ${dayText}`;
}

/** "11am 4, 4pm 1 +1 on hold". */
function countsText({ windows }: PrintedTray): string {
  return windows
    .map(
      ({ window, count, held }) =>
        `${windowStartText(window)} ${count}${held > 0 ? ` +${held} on hold` : ''}`,
    )
    .join(', ');
}

/** A tray, a sum for each window, what leaves the store; without a recipe what its label says of a tray. */
function lineTable({ windows, rows, labelRows }: PrintedTray, width: number): Table {
  const amount = (across: number): SheetColumn => ({
    heading: '',
    width: across,
    align: 'right',
  });
  const amounts = labelRows
    ? [amount(mm(26))]
    : [amount(mm(13)), ...windows.map(() => amount(mm(13))), amount(mm(14))];
  const taken = amounts.reduce((sum, column) => sum + column.width, 0);
  const lines = labelRows
    ? [
        ['From its label: no recipe', 'a tray'],
        ...labelRows.map(({ name, grams }) => [
          name,
          grams === null ? 'share not stated' : `${grams} g`,
        ]),
      ]
    : [
        ['', 'a tray', ...windows.map(({ window }) => windowStartText(window)), 'take out'],
        ...rows.map(({ name, unit, perTray, sums, takeOut }) => [
          `${name}${unit === 'g' ? '' : `, ${unit}`}`,
          perTray.toLocaleString('en-AU'),
          ...sums.map((sum) => sum.toLocaleString('en-AU')),
          takeOut?.toLocaleString('en-AU') ?? '',
        ]),
      ];
  return {
    columns: [{ heading: '', width: width - taken }, ...amounts],
    rows: lines.map((cells, line): TableRow => ({
      dense: true,
      cells: cells.map((text, at): Cell => {
        const size = line === 0 ? 6.5 : LINE;
        return { parts: [{ text, size, bold: line > 0 && at === 1, lineHeight: DENSE }] };
      }),
    })),
  };
}

function drawPacking(flow: Flow, content: PrepSheetContent, window: PackedBag['window']): void {
  const stop = mm(11);
  const columnsOf = (width: number): SheetColumn[] => [
    { heading: '', width: stop, align: 'right' },
    { heading: '', width: width - stop },
  ];
  const bags = content.totals.packingList.filter((bag) => bag.window === window);
  drawFramed(
    flow,
    `Packing list, ${windowLabel(window)}`,
    bags.map((bag) => ({
      of: (width) => [{ columns: columnsOf(width), rows: [{ cells: bagCells(bag, content) }] }],
    })),
  );
}

function bagCells(bag: PackedBag, content: PrepSheetContent): Cell[] {
  const instructions = bag.specialInstructions.trim();
  const { orderNumber, customerName, suburb, items } = bag;
  const portions = counted(items.length, 'portion', 'portions');
  return [
    { parts: [{ text: bag.stop === null ? '–' : String(bag.stop), size: 14, bold: true }] },
    {
      parts: [
        {
          tick: true,
          size: SMALL,
          text: [
            { text: `${orderNumber} `, bold: true },
            { text: `${customerName}, ${suburb}. ` },
            { text: `${portions}, ${TEMPERATURE_MARKS[bag.temperature]}`, bold: true },
          ],
        },
        ...bag.needs.flatMap(needsParts),
        ...items.flatMap((item, index) => itemParts(item, items[index - 1], content)),
        ...(instructions === ''
          ? []
          : [{ text: instructions, size: SMALL, bold: bag.specialWords.length > 0 }]),
      ],
    },
  ];
}

type Item = PackedBag['items'][number];

/** "20 Mia 9Q2X" before the first of a person's, then each: "Dal, dinner for Thu 15 Jan". */
function itemParts(
  item: Item,
  before: Item | undefined,
  { date, timeZone, services }: PrepSheetContent,
): CellPart[] {
  const { key, meal, mealType, mealDate, override, onHold } = item;
  const agreed = override && agreedText(override, { timeZone });
  const day = mealDate === date ? '' : ` for ${formatDayAndMonth(mealDate)}`;
  const text: Span[] = [
    { text: `${meal.name}, ${serviceOf(mealType, { services }).name}${day}` },
    ...(agreed === null ? [] : [{ text: `. ${agreed}`, bold: true }]),
    ...(onHold === undefined ? [] : [{ text: `. ON HOLD, DO NOT PACK: ${onHold}`, bold: true }]),
  ];
  return [
    ...(before?.key === key ? [] : [{ text: key, bold: true, size: SMALL }]),
    { tick: true, text, size: LINE, lineHeight: DENSE },
  ];
}
