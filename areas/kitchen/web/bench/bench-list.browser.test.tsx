import { page } from 'vitest/browser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BenchReply, getBench, sendBenchWords } from '#areas/kitchen/calls/bench.ts';
import type { BenchPot, Bench, BenchTray } from '#areas/kitchen/calls/opened-bench.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { type OpenPage, openPage } from '#platform/web/testing/open-page.tsx';
import { whenIdle } from '#platform/web/testing/when-idle.ts';
import { benchAfter } from './bench-after.ts';
import { BenchPage } from './bench-page.tsx';
import { benchQueue } from './bench-queue.ts';

const ANA = '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61';
const TODAY = '2026-01-14';

const server = fakeServer();

const A_POT: BenchPot = {
  id: `c1:${TODAY}:1`,
  componentId: 1,
  recipeVersion: 2,
  name: 'Braised lamb',
  unit: 'g',
  planned: 1511,
  startBy: `${TODAY}T12:45`,
  cookAt: `${TODAY}T13:30`,
  chillAt: `${TODAY}T17:00`,
  readyBy: `${TODAY}T20:00`,
  users: [
    { name: 'Slow lamb', date: '2026-01-15', window: '11:00-13:00', portions: 3, qty: 900 },
    { name: 'Slow lamb', date: '2026-01-15', window: '16:00-18:00', portions: 4, qty: 611 },
  ],
  lines: [
    {
      lineId: 'i1',
      name: 'Lamb shoulder',
      prep: '3 cm dice',
      unit: 'g',
      weigh: 888,
      takeOut: 1009,
      isComponent: false,
      allergens: [],
      lots: [],
    },
    {
      lineId: 'i3',
      name: 'Red wine',
      prep: '',
      unit: 'ml',
      weigh: 123,
      takeOut: 123,
      isComponent: false,
      allergens: ['sulphites'],
      lots: [],
    },
  ],
  steps: 'Sear the lamb.',
  state: 'planned',
  made: null,
  needs: ['core', 'cooling'],
};

const portion = (itemId: number, key: string) => ({ itemId, deliveryId: itemId, key });

const A_TRAY: BenchTray = {
  mealId: 7,
  mealVersion: 3,
  recipeVersion: 1,
  name: 'Eggplant parmigiana',
  date: TODAY,
  packBy: `${TODAY}T09:30`,
  windows: [
    {
      window: '11:00-13:00',
      count: 4,
      held: 1,
      done: 0,
      short: [],
      portions: [portion(1, '3 Mia 9Q2X'), portion(2, '5 Leo HBNL')],
    },
    { window: '16:00-18:00', count: 7, held: 0, done: 0, short: [], portions: [] },
  ],
  rows: [
    {
      lineId: 'c1',
      name: 'Lentil sugo',
      prep: '',
      unit: 'g',
      perTray: 215,
      sums: [858, 1502],
      takeOut: null,
      cookedAbout: null,
    },
    {
      lineId: 'i2',
      name: 'Eggplant',
      prep: '1 cm slices',
      unit: 'g',
      perTray: 137,
      sums: [547, 957],
      takeOut: 1599,
      cookedAbout: null,
    },
  ],
  labelRows: null,
  steps: 'Roast the eggplant.',
  specials: [
    {
      verdict: 'on_hold',
      text: 'ON HOLD for Zoe: contains MILK. Do not cook',
      person: 'Zoe',
      key: '12 Zoe 4T7K',
      window: '11:00-13:00',
    },
  ],
  coreCelsius: null,
  needs: ['core'],
};

function aBench(change: Partial<Bench['days'][number]> = {}): Bench {
  const now = new Date().toISOString();
  const day = {
    date: TODAY,
    pots: [A_POT],
    trays: [A_TRAY],
    readings: [],
    out: [{ window: '11:00-13:00' as const, bags: 11, packed: 4, left: 0 }],
    giftCards: 0,
    waiting: { orders: 0, meals: 0 },
    ...change,
  };
  return {
    now,
    date: TODAY,
    today: TODAY,
    opens: TODAY,
    until: new Date(Date.now() + 36 * 3_600_000).toISOString(),
    staffId: ANA,
    staffName: 'Ana Cook',
    mayCook: true,
    mayRunOut: false,
    mayPack: true,
    mayDrive: true,
    coreCelsius: 75,
    days: [day, { ...day, date: '2026-01-15', pots: [], trays: [], out: [] }],
    chills: [],
    due: [],
    failed: [],
    asked: [],
  };
}

let opened: OpenPage | undefined;
let stop: (() => void) | undefined;

beforeEach(async () => {
  await benchQueue.store.withDatabase(async (db) => {
    for (const store of db.objectStoreNames) await db.clear(store);
  });
});
afterEach(async () => {
  await close();
  await whenIdle('bench');
});

async function close(): Promise<void> {
  vi.restoreAllMocks();
  stop?.();
  stop = undefined;
  await opened?.close();
  opened = undefined;
}

/** As the tablet finds it: killed before, or opened for the first time. */
async function open(): Promise<void> {
  stop = benchQueue.start();
  opened = await openPage(
    <main>
      <BenchPage />
    </main>,
    { at: '/bench' },
  );
}

/** As it comes over the wire: each text once. */
function asSent({ days, ...bench }: Bench): BenchReply {
  const pots = days.flatMap((day) => day.pots);
  const trays = days.flatMap((day) => day.trays);
  const lines = [
    ...trays.flatMap(({ rows }) => rows.map((row) => ({ ...row, allergens: [], lots: [] }))),
    ...pots.flatMap((pot) => pot.lines),
  ];
  const once = <T,>(all: readonly T[], id: (one: T) => number | string) => [
    ...new Map(all.map((one) => [id(one), one])).values(),
  ];
  return {
    ...bench,
    foods: once(lines, ({ lineId }) => lineId).map(({ lineId: id, ...food }) => ({
      ...food,
      id,
    })),
    components: once(pots, ({ componentId }) => componentId).map((pot) => ({
      ...pot,
      lines: pot.lines.map(({ lineId: id, ...line }) => ({ ...line, id })),
    })),
    meals: once(trays, ({ mealId }) => mealId).map((tray) => ({
      ...tray,
      lines: tray.rows.map(({ lineId: id, ...row }) => ({ ...row, id })),
    })),
    days: days.map((day) => ({
      ...day,
      pots: day.pots.map((pot) => ({
        ...pot,
        weigh: pot.lines.map(({ weigh }) => weigh),
        takeOut: pot.lines.map(({ takeOut }) => takeOut),
      })),
      trays: day.trays.map(({ windows, rows, ...tray }) => ({
        ...tray,
        sums: rows.map(({ sums }) => sums),
        takeOut: rows.map(({ takeOut }) => takeOut),
        windows: windows.map(({ portions, ...window }) => ({
          ...window,
          portions: portions.map(({ itemId, deliveryId, key }) => [itemId, deliveryId, key]),
        })),
      })),
    })),
  };
}

let current = aBench();

const benchIs = (bench: Bench) => {
  current = bench;
  server.answers(getBench, () => ({ ...asSent(current), now: new Date().toISOString() }));
};

/** The server does what is said, like the tablet. */
const allAreTaken = () =>
  server.answers(sendBenchWords, ({ body: { words, staffId } }) => {
    for (const [seq, { key, at, word }] of words.entries())
      current = benchAfter(current, {
        word,
        label: '',
        key,
        staffId,
        seq: -1 - seq,
        staffName: 'Ana Cook',
        at: Date.parse(at),
      });
    return {
      now: new Date().toISOString(),
      results: words.map(({ key }) => ({ key, ok: true })),
    };
  });
const noSignal = () => {
  server.answers(getBench, () => UNREACHABLE);
  server.answers(sendBenchWords, () => UNREACHABLE);
};
const sent = () =>
  server.sent(sendBenchWords).flatMap(({ body }) => body.words.map(({ word }) => word));
const kept = () => benchQueue.store.withDatabase((db) => db.count('words'));

const tray = () => page.getByRole('button', { name: /^Eggplant parmigiana/ });
const pot = () => page.getByRole('button', { name: /Braised lamb.*g/ });
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

describe.each([
  ['a tablet', 820, 1180],
  ['a phone', 390, 844],
  ['a desk', 1280, 900],
])('on %s', (_what, width, height) => {
  test('a meal’s grams, steps and people are one tap away, and a window is done with one more', async () => {
    await page.viewport(width, height);
    benchIs(aBench());
    allAreTaken();
    await open();
    await tray().click();
    const amounts = page.getByRole('table', { name: 'What goes on a tray of Eggplant parmigiana' });
    await expect.element(amounts).toMatchTextContent('Lentil sugo215 g8581,502–');
    await expect.element(amounts).toMatchTextContent('Eggplant');
    await expect.element(page.getByText('Roast the eggplant.')).toBeVisible();
    await press('All 11am: all Eggplant parmigiana for 11am-1pm done');
    await expect.element(tray()).toMatchTextContent('11am 4/4 +1 on hold');
    await expect.poll(sent).toMatchObject([{ kind: 'tick', window: '11:00-13:00', count: 4 }]);
    expect(await listViolations()).toEqual([]);
  });
});

// As long as those of the sample menu.
const NAMES = [
  'Lentil and Cauliflower Cottage Pie',
  'Macadamia-Crusted Barramundi with Sweet Potato Mash',
  'Chicken Pad See Ew',
];

test('36 meals of one portion take at most four screens of a desk', async () => {
  await page.viewport(1280, 900);
  const [window] = A_TRAY.windows;
  const trays = Array.from({ length: 36 }, (_, index) => ({
    ...A_TRAY,
    mealId: 100 + index,
    name: `${NAMES[index % NAMES.length]} ${index}`,
    specials: [],
    windows: [{ ...window!, count: 1, held: 0 }],
  }));
  benchIs(aBench({ trays }));
  await open();
  await expect.element(page.getByRole('button', { name: /^Chicken Pad See Ew 35/ })).toBeVisible();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(4 * 900);
});

test('who must not eat it stands above everything, folded or not', async () => {
  await page.viewport(820, 1180);
  benchIs(aBench());
  await open();
  await expect.element(page.getByText('READ FIRST 1')).toBeVisible();
  const stops = page.getByText('12 Zoe 4T7K');
  // In the head, and at the meal.
  await expect.poll(() => stops.elements().filter((one) => one.checkVisibility()).length).toBe(2);
});

test('a pot says what goes in, and Made is one tap', async () => {
  await page.viewport(820, 1180);
  benchIs(aBench());
  allAreTaken();
  await open();
  await pot().click();
  const lines = page.getByRole('table', { name: 'What goes into Braised lamb' });
  await expect.element(lines).toMatchTextContent('Lamb shoulder, 3 cm dice1,009 g888 g');
  await expect.element(page.getByText('! Contains sulphites')).toBeVisible();
  await expect.element(page.getByText('for Thu: Slow lamb 11am 3, 4pm 4')).toBeVisible();
  await press('Made 1,511 g: Braised lamb');
  await expect
    .poll(sent)
    .toMatchObject([{ kind: 'made', potId: A_POT.id, qty: 1511, recipeVersion: 2 }]);
  // Its readings are asked for at once.
  await press('Core: Core temperature of Braised lamb');
  await press(/^7$/);
  await press(/^8$/);
  await expect
    .poll(() => sent().at(-1))
    .toMatchObject({ kind: 'reading', reads: 'core', of: { potId: A_POT.id }, tenths: 780 });
});

test('far more than planned is asked about once', async () => {
  benchIs(aBench());
  allAreTaken();
  await open();
  await pot().click();
  await press('Other amount: Braised lamb');
  await page.getByLabelText('How much did it make? (g)').fill('6100');
  await press('Save');
  await expect.element(page.getByText('4 times the plan. Right?')).toBeVisible();
  expect(sent()).toEqual([]);
  await press('Yes, save');
  await expect.poll(sent).toMatchObject([{ kind: 'made', qty: 6100 }]);
});

test('a failed reading asks at once what was done, and its food is marked', async () => {
  await page.viewport(390, 844);
  const made = { batchId: 9, key: null, leftQty: 0, wastedQty: 0, at: new Date().toISOString() };
  const done = { ...A_POT, state: 'made' as const, made: { ...made, qty: 1500, by: 'Ana' } };
  benchIs(
    aBench({ pots: [done, { ...A_POT, id: `c2:${TODAY}:1`, componentId: 2, name: 'Rice' }] }),
  );
  allAreTaken();
  await open();
  await pot().click();
  await press('Core: Core temperature of Braised lamb');
  await press(/^6$/);
  await press(/^0$/);
  await expect
    .element(page.getByText(/^Core, Braised lamb: 60 °C, .*, FAILED. What was done\?$/))
    .toBeVisible();
  await expect.element(page.getByText('Core 60 °C failed: see Readings')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await press('Cooked on: Core, Braised lamb');
  await expect.element(page.getByText(/FAILED. What was done/)).not.toBeInTheDocument();
  await expect.poll(() => sent().at(-1)).toMatchObject({ kind: 'action', action: 'cooked_on' });
});

describe('without signal', () => {
  test('what was said is on the tablet, survives the killed app, and is sent once', async () => {
    benchIs(aBench());
    await open();
    await tray().click();
    noSignal();
    await press('+1: 1 Eggplant parmigiana done');
    await press('+5: 5 Eggplant parmigiana done');
    await expect.element(tray()).toMatchTextContent('11am 4/4');
    await expect.element(page.getByText(/not sent, last contact/)).toBeVisible();
    expect(await kept()).toBe(2);
    await close();
    await open();
    await expect.element(tray()).toMatchTextContent('11am 4/4');
    benchIs(aBench());
    allAreTaken();
    dispatchEvent(new Event('online'));
    await expect.poll(kept).toBe(0);
    // Sent again and again while nobody answered, with the same keys.
    const words = server.sent(sendBenchWords).flatMap(({ body }) => body.words);
    expect(new Set(words.map(({ key }) => key)).size).toBe(2);
    expect(server.sent(sendBenchWords).at(-1)!.body.words).toMatchObject([
      { word: { count: 1 } },
      { word: { count: 3 } },
    ]);
  });

  test('what was said carries the kitchen’s time, also when another day’s page sends it', async () => {
    await page.viewport(820, 1180);
    const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
    server.answers(getBench, () => ({ ...asSent(aBench()), now: inAnHour() }));
    await open();
    await tray().click();
    noSignal();
    await press('All 11am: all Eggplant parmigiana for 11am-1pm done');
    await expect.poll(kept).toBe(1);
    await benchQueue.chooseDate('2026-01-15');
    expect(benchQueue.now().day).toBeNull();
    server.answers(sendBenchWords, ({ body: { words } }) => ({
      now: inAnHour(),
      results: words.map(({ key }) => ({ key, ok: true })),
    }));
    dispatchEvent(new Event('online'));
    await expect.poll(kept).toBe(0);
    const [saidAt] = server
      .sent(sendBenchWords)
      .at(-1)!
      .body.words.map(({ at }) => at);
    expect(Date.parse(saidAt!) - Date.now()).toBeGreaterThan(3_000_000);
  });

  test('an undo of what is not sent leaves nothing to send', async () => {
    benchIs(aBench());
    await open();
    await tray().click();
    noSignal();
    await press('+1: 1 Eggplant parmigiana done');
    await expect.element(tray()).toMatchTextContent('11am 1/4');
    await press(/^Undo 1/);
    await expect.element(tray()).toMatchTextContent('11am 0/4');
    expect(await kept()).toBe(0);
  });
});

test('what the server refuses stays as a line until it is read', async () => {
  benchIs(aBench());
  server.answers(sendBenchWords, ({ body }) => ({
    now: new Date().toISOString(),
    results: body.words.map(({ key }) => ({
      key,
      ok: false,
      code: 'recipe_changed',
      message: 'The recipe has just changed. Look at it first.',
    })),
  }));
  await open();
  await tray().click();
  await press('+1: 1 Eggplant parmigiana done');
  const line = page.getByText(/^Eggplant parmigiana: The recipe has just changed/);
  await expect.element(tray()).toMatchTextContent('11am 0/4');
  await expect.element(line).toBeVisible();
  await press('OK');
  await expect.element(line).not.toBeInTheDocument();
});

test('a pot that someone else reported is asked after', async () => {
  const key = '1f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a62';
  const text =
    'Ben made this pot of Braised lamb at 4:40pm: 4.2 kg. Yours, 4.0 kg: is it the same pot?';
  benchIs({ ...aBench(), asked: [{ key, potId: A_POT.id, text, qty: 4000, planned: 4200 }] });
  allAreTaken();
  await open();
  await expect.element(page.getByText(text)).toBeVisible();
  await press('Another pot');
  await expect.poll(sent).toMatchObject([{ kind: 'made', qty: 4000, answers: key }]);
});

test('a portion that will be missing is named by its key', async () => {
  benchIs(aBench());
  allAreTaken();
  await open();
  await tray().click();
  await press('Short: A portion of Eggplant parmigiana is missing');
  await press('5 Leo HBNL');
  await press('Damaged');
  await expect.poll(sent).toMatchObject([{ kind: 'short', itemId: 2, reason: 'damaged' }]);
  await expect.element(page.getByText('1 short: stop 5')).toBeVisible();
});

test('orders that came later stand at their meal until someone looks', async () => {
  benchIs(aBench());
  await open();
  await expect.element(tray()).not.toMatchTextContent('since');
  const [first, second] = A_TRAY.windows;
  benchIs(aBench({ trays: [{ ...A_TRAY, windows: [{ ...first!, count: 6 }, second!] }] }));
  dispatchEvent(new Event('online'));
  await expect.element(tray()).toMatchTextContent(/\+2 since \d+(:\d\d)?[ap]m/);
  await tray().click();
  await expect.element(tray()).not.toMatchTextContent('since');
});

test('a recipe that changed is said at its meal, and what is ticked stays', async () => {
  const [first, second] = A_TRAY.windows;
  const ticked = { ...A_TRAY, windows: [{ ...first!, done: 2 }, second!] };
  benchIs(aBench({ trays: [ticked] }));
  await open();
  await expect.element(tray()).toMatchTextContent('2/4');
  const [sugo, eggplant] = A_TRAY.rows;
  const rows = [{ ...sugo!, perTray: 230, sums: [920, 1610] }, eggplant!];
  benchIs(aBench({ trays: [{ ...ticked, recipeVersion: 2, rows }] }));
  dispatchEvent(new Event('online'));
  await expect.element(tray()).toMatchTextContent(/changed since \d+(:\d\d)?[ap]m/);
  await expect.element(tray()).toMatchTextContent('2/4');
  await tray().click();
  await expect.element(page.getByRole('row', { name: /Lentil sugo 230 g/ })).toBeVisible();
  await expect.element(tray()).not.toMatchTextContent('since');
});

test('nobody finds a way to pages that would refuse them', async () => {
  const way = (name: string) => page.getByRole('link', { name, exact: true }).elements().length;
  benchIs({ ...aBench(), mayPack: false });
  await open();
  await expect.element(page.getByRole('link', { name: 'Drive', exact: true })).toBeVisible();
  expect([way('Pack'), way('Drive')]).toEqual([0, 1]);
});

test('the screen stays on while the bench is shown', async () => {
  let asked = 0;
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(() => {
    asked += 1;
    return Promise.resolve({
      released: false,
      release: () => Promise.resolve(),
    } as WakeLockSentinel);
  });
  benchIs(aBench());
  await open();
  await expect.poll(() => asked).toBeGreaterThan(0);
});
