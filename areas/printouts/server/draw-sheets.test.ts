import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { printoutChanges, printoutState } from '#areas/printouts/rules/printout-state.ts';
import { dailyTotals } from '#areas/printouts/rules/daily-totals.ts';
import type { PrepSheetContent } from '#areas/printouts/server/drawer-port.ts';
import { runSheet } from '#areas/printouts/rules/run-sheet.ts';
import { A_DINNER, A_LUNCH, aBag } from '#quality/support/a-kitchen-bag.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { drawChangeSlip } from './draw-kinds.ts';
import { windowBetween } from '#areas/business/rules/delivery-windows.ts';
import { createPdf, type Pdf } from './draw-pdf.ts';
import { drawPrepSheet } from './draw-prep-sheet.ts';
import { drawRunSheet } from './draw-kinds.ts';
import { sheetStamp } from './sheet-flow.ts';

const DATE = '2026-01-13';

/** More than a page of everything: 84 meals in a bag, endless instructions, words without a space. */
const MEALS = Array.from({ length: 84 }, (_, index) => ({
  ...(index % 2 === 0 ? A_LUNCH : A_DINNER),
  personName: `Person${index}`,
}));
const HUGE = aBag({
  customerName: 'W'.repeat(150),
  addressLine1: `12 ${'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(5)} Street`,
  specialInstructions: `No onion. ${Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')} ${'x'.repeat(400)} 王小明 🌻 Việt`,
  items: MEALS,
});
const BAGS = [aBag({ orderId: 2, orderNumber: 'RT-3333-3333' }), HUGE];

function stamp(title: string) {
  return sheetStamp({
    title,
    date: DATE,
    part: null,
    business: defaultBusiness,
    version: '4F2A-91C3',
    printedAt: Date.parse('2026-01-12T19:02:00Z'),
    isPreview: false,
  });
}

async function drawn(draw: (pdf: Pdf) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await new Promise<void>((onEnd) => {
    const pdf = createPdf({ title: 'test', onChunk: (chunk) => chunks.push(chunk), onEnd });
    draw(pdf);
    pdf.finish();
  });
  return Buffer.concat(chunks);
}

const WORDS = Array.from({ length: 900 }, (_, index) => `step${index}`).join(' ');

function prepSheetOf(bags: Parameters<typeof dailyTotals>[0]): PrepSheetContent {
  const windows = dailyTotals(bags).windows.map(({ window }) => ({ window, count: 4, held: 1 }));
  const tray = {
    name: 'Chicken bowl',
    dayText: '',
    packBy: '9:30am',
    windows,
    rows: Array.from({ length: 60 }, (_, index) => ({
      name: `Line ${index}`,
      unit: 'g',
      perTray: 214.5,
      sums: windows.map(() => 1502),
      takeOut: 1600,
    })),
    labelRows: null,
    steps: WORDS,
    specials: [{ verdict: 'clean_bench', key: '3 Mia 9Q2X' }],
    core: 'core 75 °C',
  } as const;
  return {
    date: DATE,
    timeZone: 'Australia/Brisbane',
    services: defaultBusiness.services,
    stamp: stamp('Prep sheet'),
    totals: dailyTotals(bags),
    readFirst: bags.map((bag) => ({
      stop: bag.stop,
      orderNumber: bag.orderNumber,
      when: '11am-1pm, cold',
      people: [],
      instructions: bag.specialInstructions,
      portions: bag.items.map(({ personName }) => ({
        care: 'clean_bench',
        text: `Dal for ${personName}: clean bench`,
      })),
      others: 2,
    })),
    pots: [
      {
        startBy: '12:45pm',
        name: 'Braised lamb',
        makes: '1,511 g',
        users: 'for Thu 15: Lamb 11am 3',
        lines: [{ name: 'lamb shoulder', weigh: '888 g', takeOut: '1,009 g' }],
        allergens: 'Contains sulphites',
        steps: WORDS,
        needs: ['core', 'cooling'],
        made: '',
      },
    ],
    trays: [tray, { ...tray, rows: tray.rows.slice(0, 3), steps: 'Spoon it.' }],
    waiting: { orders: 1, meals: 2 },
  };
}

const DRAWINGS: [string, (pdf: Pdf) => void][] = [
  ['prep sheet', (pdf) => drawPrepSheet(pdf, prepSheetOf(BAGS))],
  [
    'run sheet',
    (pdf) => drawRunSheet(pdf, { stamp: stamp('Run sheet'), runs: runSheet(BAGS, null, []) }),
  ],
  [
    'change slip',
    (pdf) =>
      drawChangeSlip(pdf, {
        stamp: stamp('Change slip'),
        amends: 'Prep sheet, version 4F2A-91C3',
        services: defaultBusiness.services,
        changes: printoutChanges([], printoutState('labels', BAGS, null)),
      }),
  ],
];

/** As many as a kitchen may have, in one day. */
const TEN_WINDOWS: [string, (pdf: Pdf) => void] = [
  'prep sheet of ten windows',
  (pdf) => {
    const windows = Array.from({ length: 10 }, (_, index) =>
      windowBetween(6 * 60 + index * 90, 7 * 60 + index * 90 + 15),
    );
    const bags = windows.map((window, index) => aBag({ orderId: 10 + index, window }));
    drawPrepSheet(pdf, prepSheetOf([...BAGS, ...bags]));
  },
];

test.each([...DRAWINGS, TEN_WINDOWS])(
  'a %s that is far too long continues over pages, and nothing leaves them',
  async (_name, draw) => {
    const loading = getDocument({ data: new Uint8Array(await drawn(draw)), verbosity: 0 });
    const pdf = await loading.promise;
    expect(pdf.numPages).toBeGreaterThan(1);
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const [, , width = 0, height = 0] = page.view;
      for (const item of (await page.getTextContent()).items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [x = 0, y = 0] = item.transform.slice(4) as number[];
        expect(x, item.str).toBeGreaterThan(30);
        expect(x + item.width, item.str).toBeLessThan(width - 30);
        expect(y, item.str).toBeGreaterThan(25);
        expect(y + item.height, item.str).toBeLessThan(height - 25);
      }
    }
    await loading.destroy();
  },
);

test('a prep sheet keeps every word, each page with its number and version', async () => {
  const pages = await pdfPages(await drawn(DRAWINGS[0]![1]));
  const text = pages.join('\n');
  for (let index = 0; index < 900; index += 1) {
    // In the orders to read first and in the packing list.
    expect(text.match(new RegExp(`\\bword${index}\\b`, 'g'))).toHaveLength(2);
    // With the pot and with the tray.
    expect(text.match(new RegExp(`\\bstep${index}\\b`, 'g'))).toHaveLength(2);
  }
  for (const { personName } of MEALS) {
    expect(text.match(new RegExp(`\\b${personName}\\b`, 'g'))).toHaveLength(2);
  }
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('version 4F2A-91C3');
  }
});

test('the packer reads which portion is on hold, the driver that the bag stays', async () => {
  const items = [{ ...A_LUNCH, onHold: 'contains MILK' }, A_DINNER];
  const held = [aBag({ items, isOnHold: true }), aBag({ orderId: 2 })];
  const content = { ...prepSheetOf(held), readFirst: [], pots: [], trays: [] };
  const pages = await pdfPages(await drawn((pdf) => drawPrepSheet(pdf, content)));
  const packing = pages.join(' ').replaceAll(/\s+/g, ' ');
  expect(packing.match(/ON HOLD, DO NOT PACK/g)).toHaveLength(1);
  expect(packing).toMatch(/Chicken bowl, lunch ?\. ON HOLD, DO NOT PACK: contains MILK/);
  const run = { stamp: stamp('Run sheet'), runs: runSheet(held, null, []) };
  const road = (await pdfPages(await drawn((pdf) => drawRunSheet(pdf, run)))).join('\n');
  expect(road.match(/HOLD: do not hand over/g)).toHaveLength(1);
  expect(road).not.toContain('MILK');
});

test('a run sheet and a slip keep every word', async () => {
  for (const [, draw] of DRAWINGS.slice(1)) {
    const text = (await pdfPages(await drawn(draw))).join('\n');
    if (text.startsWith('Run sheet')) expect(text).toMatch(/\bword0\b[^]*\bword899\b/);
    else for (const { personName } of MEALS) expect(text).toContain(`+ – ${personName} 2222:`);
  }
});
