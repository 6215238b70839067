import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type FoodSafetyReply,
  getFoodSafety,
  saveFoodSafety,
} from '#areas/kitchen/calls/food-safety.ts';
import {
  type GoodsLotReply,
  listGoodsLots,
  listReceivable,
  receiveGoods,
} from '#areas/kitchen/calls/goods.ts';
import {
  listRecallRuns,
  recallGoods,
  type RecallReply,
  runRecall,
  traceMeals,
} from '#areas/kitchen/calls/recall.ts';
import {
  listTemperatures,
  recordTemperature,
  type TemperatureReadingReply,
} from '#areas/kitchen/calls/temperatures.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { RecallTab } from '#areas/kitchen/web/portal/recall-tab.tsx';
import { FoodSafetyTab } from './food-safety-tab.tsx';

const server = fakeServer();
quietLiveLine();

const AT = '2026-01-12T22:00:00.000Z';
const TUESDAY = '2026-01-13';
const MONDAY = '2026-01-12';

const LINE: TemperatureReadingReply = {
  id: 1,
  kind: 'fridge',
  place: 'Fridge 1',
  mealId: null,
  batchId: null,
  mealName: null,
  date: TUESDAY,
  timeSlot: null,
  tenths: 40,
  at: AT,
  recordedAt: AT,
  by: 'Kim Lee',
  probe: '',
  limit: 'at most 5 °C',
  pass: true,
  action: null,
  actionBy: null,
  corrects: null,
  isWithdrawn: false,
  isLate: false,
  note: '',
  goodsLotId: null,
  isStanding: true,
  marks: [],
};

const LOT: GoodsLotReply = {
  id: 7,
  ingredientId: 1,
  ingredient: 'Yoghurt',
  baseUnit: 'g',
  supplier: 'Dairy Co',
  supplierLot: '4471',
  useBy: '2026-01-18',
  receivedAt: AT,
  receivedBy: 'Kim Lee',
  qty: 5000,
  tenths: 38,
  storedAs: 'chilled',
  accepted: true,
  note: '',
  usedUpAt: null,
};

let overview: FoodSafetyReply;

beforeEach(() => {
  overview = {
    now: AT,
    date: TUESDAY,
    isOpenDay: true,
    checks: [
      { id: 1, kind: 'fridge', place: 'Fridge 1', since: MONDAY },
      { id: 2, kind: 'sanitising', place: 'Benches', since: MONDAY },
    ],
    due: [
      { date: TUESDAY, kind: 'fridge', place: 'Fridge 1', half: 'morning' },
      { date: TUESDAY, kind: 'sanitising', place: 'Benches', half: null },
    ],
    gaps: [
      { date: MONDAY, kind: 'fridge', place: 'Fridge 1', half: 'afternoon' },
      { date: MONDAY, kind: 'reached_21', place: 'Bulgogi', half: null },
    ],
    batches: [],
    lines: [],
    supervisor: { name: 'Kim Lee', certifiedOn: '2024-02-01', expiresOn: '2029-02-01' },
    lastDrill: null,
  };
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: AT,
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  server.answers(getFoodSafety, () => overview);
  server.answers(listGoodsLots, () => ({ lots: [LOT], isCut: false }));
  server.answers(listReceivable, () => ({
    ingredients: [{ id: 1, name: 'Yoghurt', baseUnit: 'g', storeArea: 'dairy' }],
    suppliers: ['Dairy Co'],
  }));
  server.answers(recordTemperature, ({ body: { kind, place = null, tenths = null } }) => {
    overview = { ...overview, due: overview.due.filter((one) => one.place !== place) };
    return { ...LINE, kind, place, tenths };
  });
  server.answers(receiveGoods, () => LOT);
  server.answers(listTemperatures, () => ({ now: AT, readings: [], chills: [], coreLimits: [] }));
});

const openFoodSafety = () =>
  openPortalPage(<FoodSafetyTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=food-safety',
    role: 'kitchen',
  });

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

function expectLargeButtons() {
  for (const button of page.getByRole('main').getByRole('button').elements()) {
    const { height } = button.getBoundingClientRect();
    expect(height, button.textContent ?? '').toBeGreaterThanOrEqual(44);
  }
}

test('on the kitchen’s tablet, what is due is one tap or two keys, and what is missing has words', async () => {
  await page.viewport(820, 1180);
  await openFoodSafety();
  await expect.element(page.getByText('2 checks to do now')).toBeVisible();
  await expect.element(page.getByText('Missing: 2 checks')).toBeVisible();
  await expect
    .element(page.getByText('Bulgogi: chilling to 21 °C not measured in time', { exact: false }))
    .toBeVisible();
  expectLargeButtons();
  expect(await listViolations()).toEqual([]);
  await press(/^Benches: sanitise/);
  await press(/^Fridge 1/);
  for (const key of ['0', '4']) await page.getByRole('button', { name: key, exact: true }).click();
  await expect.element(page.getByText('All checked for now')).toBeVisible();
  await expect.element(page.getByText('Fridge, Fridge 1: 4 °C, passed')).toBeVisible();
  expect(server.sent(recordTemperature).map(({ body }) => body)).toMatchObject([
    { kind: 'sanitising', place: 'Benches', date: TUESDAY },
    { kind: 'fridge', place: 'Fridge 1', tenths: 40 },
  ]);
});

test('a component that was cooked is measured, chilled, and called for in time', async () => {
  await page.viewport(820, 1180);
  overview = {
    ...overview,
    batches: [
      { id: 5, name: 'Tzatziki', baseUnit: 'g', madeQty: 4200 },
      { id: 6, name: 'Rice', baseUnit: 'g', madeQty: 900 },
    ],
  };
  const chill = {
    startId: 9,
    mealId: null,
    batchId: 6,
    mealName: 'Rice',
    date: TUESDAY,
    timeSlot: null,
    startedAt: '2026-01-12T20:10:00.000Z',
    next: 'reached_21',
    callAt: '2026-01-12T21:55:00.000Z',
    dueAt: '2026-01-12T22:10:00.000Z',
  } as const;
  server.answers(listTemperatures, () => ({
    now: AT,
    readings: [],
    chills: [chill],
    coreLimits: [],
  }));
  await openFoodSafety();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Measure now' }))
    .toMatchTextContent('Rice, chilling for 1:50 h: 21 °C is due');
  expect(await listViolations()).toEqual([]);
  await press('Core °C of Tzatziki');
  for (const key of ['7', '8']) await page.getByRole('button', { name: key, exact: true }).click();
  await press('Chill Tzatziki');
  await press('21 °C? Measure the chilling Rice');
  for (const key of ['2', '0']) await page.getByRole('button', { name: key, exact: true }).click();
  await expect
    .poll(() =>
      server.sent(recordTemperature).map(({ body }) => [body.kind, body.batchId, body.startId]),
    )
    .toEqual([
      ['core', 5, undefined],
      ['chill_start', 5, undefined],
      ['reached_21', undefined, 9],
    ]);
});

test('a missing check is written down with the time at which it was done', async () => {
  await page.viewport(820, 1180);
  await openFoodSafety();
  await press(/^It was done/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '4', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Enter the time')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await dialog.getByLabelText('At what time was it done?').fill('15:30');
  await dialog.getByRole('button', { name: '4', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.sent(recordTemperature)[0]?.body)
    .toMatchObject({ tenths: 40, at: '2026-01-12T05:30:00.000Z', date: MONDAY });
});

test('on a phone, goods are measured and accepted, and warm ones can only be refused', async () => {
  await page.viewport(390, 844);
  await openFoodSafety();
  await press('Take in goods');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect.element(dialog.getByText('Choose what was delivered')).toBeVisible();
  await dialog.getByLabelText('What was delivered?').selectOptions('Yoghurt');
  await dialog.getByLabelText('How much?').fill('5');
  await dialog.getByRole('radio', { name: 'Chilled' }).click({ force: true });
  await dialog.getByRole('radio', { name: 'Yes' }).click({ force: true });
  for (const key of ['0', '9'])
    await dialog.getByRole('button', { name: key, exact: true }).click();
  await expect.element(dialog.getByText('9 °C is warmer than 5 °C')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  expect(await listViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Measure again' }).click();
  for (const key of ['0', '4'])
    await dialog.getByRole('button', { name: key, exact: true }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect
    .poll(() => server.sent(receiveGoods)[0]?.body)
    .toMatchObject({ ingredientId: 1, amount: '5', unit: 'kg', tenths: 40, accepted: true });
});

test('a kitchen without checks is offered a first list, and nothing counts before it is saved', async () => {
  await page.viewport(820, 1180);
  overview = { ...overview, checks: [], due: [], gaps: [], supervisor: null };
  server.answers(saveFoodSafety, () => overview);
  await openFoodSafety();
  await press('Set up the daily checks');
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Remove Floors' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.sent(saveFoodSafety)[0]?.body)
    .toEqual({
      checks: [
        { kind: 'fridge', place: 'Fridge 1' },
        { kind: 'freezer', place: 'Freezer 1' },
        { kind: 'sanitising', place: 'Benches and boards' },
      ],
      supervisor: null,
    });
});

const RECALL: RecallReply = {
  lot: LOT,
  batches: [
    { batchId: 1, name: 'Tzatziki', cookDate: TUESDAY, deliveryDate: null, isCertain: true },
  ],
  deliveries: [
    {
      deliveryId: 1,
      date: TUESDAY,
      timeSlot: '11:00-13:00',
      status: 'delivered',
      orderNumber: 'RT-AAAA',
      isCertain: true,
      customer: { name: 'Mia Nguyen', phone: '+61412345678' },
      recipient: { name: 'Nan Lee', phone: '+61455500123' },
      meals: [{ name: 'Souvlaki', portions: 2, isCertain: true }],
    },
  ],
  portions: 3,
  erased: 1,
};

test.each([390, 1280])(
  'a recall at %d px names who got the goods, with their phones',
  async (width) => {
    await page.viewport(width, 900);
    server.answers(listRecallRuns, () => ({ runs: [] }));
    server.answers(recallGoods, () => RECALL);
    const drill = { isDrill: true, at: AT, by: 'Kim Lee', tookMs: 210, deliveries: 2, portions: 3 };
    server.answers(runRecall, () => ({ ...drill, ingredient: 'Yoghurt' }));
    await openPortalPage(<RecallTab />, {
      server,
      heading: 'Admin Portal',
      at: '/admin?tab=recall',
    });
    await press('Where did it go? Yoghurt 5.0 kg');
    await expect.element(page.getByText('2 deliveries, 3 portions')).toBeVisible();
    await expect
      .element(page.getByText('1 delivery was to people', { exact: false }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '0455 500 123' }))
      .toHaveAttribute('href', 'tel:+61455500123');
    expect(await listViolations()).toEqual([]);
    await press('This is a drill');
    await expect
      .element(page.getByText('Written down: drill by Kim Lee, found 2 in 0.2 s.'))
      .toBeVisible();
  },
);

test('backwards, an order names the goods behind its meals', async () => {
  await page.viewport(820, 1180);
  server.answers(listRecallRuns, () => ({ runs: [] }));
  server.answers(traceMeals, () => ({
    meals: [
      {
        mealId: 1,
        name: 'Souvlaki',
        date: TUESDAY,
        isTicked: false,
        lots: [{ ...LOT, isCertain: false }],
      },
    ],
  }));
  await openPortalPage(<RecallTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=recall',
  });
  await page.getByLabelText('Order number').fill('RT-AAAA');
  await press('Find the goods');
  await expect.element(page.getByText('Nobody ticked it off', { exact: false })).toBeVisible();
  await expect
    .element(
      page.getByText('Dairy Co, lot 4471, use by Sun 18 Jan 2026: possible', { exact: false }),
    )
    .toBeVisible();
  expect(server.sent(traceMeals)[0]?.query).toEqual({ order: 'RT-AAAA' });
});
