import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  type DailyPrepReply,
  getDailyPrep,
  listSpecialBags,
} from '#areas/kitchen/calls/daily-prep.ts';
import {
  answerTemperature,
  correctTemperature,
  listTemperatures,
  recordTemperature,
  type TemperatureReadingReply,
  type TemperaturesReply,
} from '#areas/kitchen/calls/temperatures.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listPrintouts, listStaleDates } from '#areas/printouts/calls/printouts.ts';
import { countByStatus } from '#areas/delivery/rules/driver-reports.ts';
import { DailyPrepTab } from '#areas/kitchen/web/portal/daily-prep/daily-prep-tab.tsx';
import { TemperatureRecordTab } from '#areas/kitchen/web/portal/daily-prep-temperatures/temperature-record-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();
afterEach(() => vi.restoreAllMocks());

const COUNTS = { deliveries: 1, meals: 4, lunch: 0, dinner: 4, warm: 0, cold: 4 };
const TOTAL = {
  mealId: 1,
  name: 'Bulgogi',
  mealType: 'dinner',
  count: 4,
  onHold: 0,
  warm: 0,
  cold: 4,
} as const;

function aDay(count = 4): DailyPrepReply {
  return {
    date: '2026-01-13',
    ...COUNTS,
    waiting: { orders: 0, meals: 0 },
    giftCards: 0,
    byMeal: [TOTAL],
    windows: [
      {
        timeSlot: '11:00-13:00',
        ...COUNTS,
        counts: { ...countByStatus([]), planned: 1 },
        byMeal: [{ ...TOTAL, count, done: 0, mealVersion: 1, shortStops: [] }],
      },
    ],
  };
}

const AT = '2026-01-13T01:00:00.000Z';

const READING: TemperatureReadingReply = {
  id: 1,
  kind: 'core',
  mealId: 1,
  batchId: null,
  mealName: 'Bulgogi',
  place: null,
  note: '',
  goodsLotId: null,
  lateness: null,
  source: 'screen',
  measuredBy: '',
  notNeeded: null,
  thrownOut: null,
  date: '2026-01-13',
  timeSlot: '11:00-13:00',
  tenths: 780,
  at: AT,
  recordedAt: AT,
  by: 'Kim Lee',
  probe: '',
  limit: 'at least 75 °C',
  pass: true,
  action: null,
  actionBy: null,
  corrects: null,
  isWithdrawn: false,
  isStanding: true,
  marks: [],
};

type Opened = Partial<Pick<TemperaturesReply, 'chills' | 'coreLimits'>>;

async function openCook({ chills = [], coreLimits = [] }: Opened = {}) {
  const readings: TemperatureReadingReply[] = [];
  server.answers(getDailyPrep, () => aDay());
  server.answers(listSpecialBags, () => ({ bags: [] }));
  server.answers(listPrintouts, () => []);
  server.answers(listStaleDates, () => []);
  server.answers(listTemperatures, () => ({ now: AT, readings, chills, coreLimits }));
  server.answers(recordTemperature, ({ body }) => {
    const { kind, tenths = null, probe } = body;
    const pass = tenths === null ? null : kind !== 'core' || tenths >= 750;
    const reading = { ...READING, id: readings.length + 1, kind, tenths, probe, pass };
    readings.push(reading);
    return reading;
  });
  server.answers(correctTemperature, ({ params, body }) => {
    const at = readings.findIndex(({ id }) => id === params.id);
    readings[at] = { ...readings[at]!, isStanding: false };
    return { ...READING, ...body, id: 99, corrects: params.id, isWithdrawn: true, pass: null };
  });
  server.answers(answerTemperature, ({ params, body }) => {
    const at = readings.findIndex(({ id }) => id === params.id);
    readings[at] = { ...readings[at]!, action: body.action, actionBy: 'Kim Lee' };
    return readings[at]!;
  });
  await openPortalPage(<DailyPrepTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=prep&part=cook',
  });
}

const bench = () => page.getByRole('button', { name: /^Bulgogi/ });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function measureCore(keys: string) {
  await page.getByRole('button', { name: 'Core °C: Core temperature of Bulgogi' }).click();
  for (const key of keys) await press(key);
}

test('two keys are a reading, nothing is filled in, and Undo takes it back', async () => {
  await page.viewport(1280, 800);
  await openCook();
  await bench().click();
  await page.getByRole('button', { name: 'Core °C: Core temperature of Bulgogi' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: '– °C' })).toBeVisible();
  const keys = ['7', '8', 'minus', 'point', 'Clear', 'Save'];
  for (const name of keys) {
    const box = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
    expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(88);
  }
  expect(await listViolations()).toEqual([]);
  await press('7');
  await press('8');
  await expect.element(page.getByText('Core, Bulgogi: 78 °C, passed')).toBeVisible();
  await expect.element(bench()).toMatchTextContent('78 °C');
  await press('Undo');
  await expect.element(bench()).not.toMatchTextContent('78 °C');
  const [sent] = server.sent(recordTemperature);
  expect(sent?.body).toMatchObject({ kind: 'core', mealId: 1, tenths: 780, date: '2026-01-13' });
  expect(server.sent(correctTemperature).map(({ body }) => body.tenths)).toEqual([null]);
});

test.each([
  [[], 'Limit: at least 75 °C'],
  [[{ mealId: 1, coreCelsius: 63 }], 'Limit: at least 63 °C'],
  [[{ mealId: 1, coreCelsius: 0 }], 'A cold dish: no limit'],
])('the limit of a core is the meal’s own where it has one: %j', async (coreLimits, words) => {
  await page.viewport(1280, 800);
  await openCook({ coreLimits });
  await bench().click();
  await page.getByRole('button', { name: 'Core °C: Core temperature of Bulgogi' }).click();
  await expect.element(page.getByText(words)).toBeVisible();
});

test('a failed reading asks at once what was done', async () => {
  await page.viewport(390, 844);
  await openCook();
  await bench().click();
  await measureCore('60');
  await expect.element(page.getByText('What was done?', { exact: true }).last()).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await press('Cooked on');
  await expect.element(page.getByText('A temperature failed')).not.toBeInTheDocument();
  expect(server.sent(answerTemperature).map(({ body }) => body.action)).toEqual(['cooked_on']);
});

test('a chill is started by one tap, and calls when its time comes', async () => {
  await page.viewport(820, 1180);
  const chill = {
    startId: 7,
    mealId: 2,
    batchId: null,
    mealName: 'Lemon Salmon',
    date: '2026-01-12',
    timeSlot: null,
    startedAt: '2026-01-12T23:10:00.000Z',
    next: 'reached_21',
    callAt: '2026-01-13T00:55:00.000Z',
    dueAt: '2026-01-13T01:10:00.000Z',
  } as const;
  await openCook({
    chills: [chill, { ...chill, startId: 8, mealName: 'Later', callAt: '2026-01-13T01:30:00Z' }],
  });
  const call = page.getByRole('alert').filter({ hasText: 'Measure now' });
  await expect.element(call).toMatchTextContent('Lemon Salmon, chilling for 1:50 h: 21 °C is due');
  await expect.element(call).not.toMatchTextContent('Later');
  expect(await listViolations()).toEqual([]);
  await press('Measure');
  await press('2');
  await press('0');
  await bench().click();
  await page.getByRole('button', { name: 'Chill: Start chilling Bulgogi' }).click();
  await expect
    .poll(() =>
      server.sent(recordTemperature).map(({ body: { kind, startId } }) => [kind, startId]),
    )
    .toEqual([
      ['reached_21', 7],
      ['chill_start', undefined],
    ]);
});

test('a late change stays at its meal until it is tapped', async () => {
  await page.viewport(1280, 800);
  await openCook();
  await expect.element(bench()).toMatchTextContent('0 of 4 done');
  await expect.element(bench()).not.toMatchTextContent('since');
  server.answers(getDailyPrep, () => aDay(6));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(bench()).toMatchTextContent('0 of 6 done');
  await expect.element(bench()).toMatchTextContent(/\+2 since \d+(:\d\d)?[ap]m/);
  await page.getByRole('tab', { name: 'Buy' }).click();
  await page.getByRole('tab', { name: 'Cook' }).click();
  await expect.element(bench()).toMatchTextContent('+2 since');
  await bench().click();
  await expect.element(bench()).not.toMatchTextContent('since');
});

test('the screen stays on while the bench is shown, and after it was hidden', async () => {
  let asked = 0;
  const lock = { released: false, release: () => Promise.resolve() };
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(() => {
    asked += 1;
    return Promise.resolve(lock as WakeLockSentinel);
  });
  await openCook();
  await expect.poll(() => asked).toBeGreaterThan(0);
  // In development, React mounts twice.
  const before = asked;
  lock.released = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => asked).toBe(before + 1);
  await page.getByRole('tab', { name: 'Buy' }).click();
  await expect.element(bench()).not.toBeInTheDocument();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toBe(before + 1);
});

test('the record of a period shows failures, corrections and marks, and corrects by a line of its own', async () => {
  await page.viewport(390, 844);
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: AT,
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  const readings: TemperatureReadingReply[] = [
    { ...READING, id: 4, tenths: 600, pass: false, action: 'thrown_out', actionBy: 'Ana Roy' },
    { ...READING, id: 3, corrects: 2, marks: ['hurried'] },
    { ...READING, id: 2, tenths: 78, pass: false, isStanding: false },
  ];
  server.answers(listTemperatures, () => ({ now: AT, readings, chills: [], coreLimits: [] }));
  server.answers(correctTemperature, () => READING);
  await openPortalPage(<TemperatureRecordTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=temperatures&from=2026-01-12&to=2026-01-13',
  });
  await expect.element(page.getByText('2 readings, 1 failed')).toBeVisible();
  await expect.element(page.getByText('Thrown out (Ana Roy)')).toBeVisible();
  await expect.element(page.getByText('Corrected, counts no more')).toBeVisible();
  await expect.element(page.getByText('4 readings in 2 minutes')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Correct line 3: Core, Bulgogi' }).click();
  await press('7');
  await press('9');
  await expect
    .poll(() => server.sent(correctTemperature).map(({ params, body }) => [params.id, body.tenths]))
    .toEqual([[3, 790]]);
});
