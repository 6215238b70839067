import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type ExpectedReply,
  type FoodSafetyReply,
  getFoodSafety,
  saveFoodSafety,
  answerTemperature,
  recordTemperature,
  type TemperatureReadingReply,
} from '#areas/kitchen/calls/food-safety-record.ts';
import {
  type GoodsLotReply,
  listGoodsLots,
  listRecallRuns,
  recallGoods,
  type RecallReply,
  runRecall,
  traceMeals,
} from '#areas/kitchen/calls/goods.ts';
import { addTraining } from '#areas/staff/calls/food-training.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { RecallPart } from './recall-part.tsx';
import { FoodSafetyToday } from './food-safety-today.tsx';

const server = fakeServer();
quietLiveLine();

const AT = '2026-01-12T22:00:00.000Z';
const TUESDAY = '2026-01-13';
const MONDAY = '2026-01-12';

const LINE: TemperatureReadingReply = {
  key: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
  id: 1,
  kind: 'fridge',
  place: 'Fridge 1',
  mealId: null,
  batchId: null,
  mealName: null,
  date: TUESDAY,
  window: null,
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
  lateness: null,
  source: 'screen',
  measuredBy: '',
  isNotNeeded: false,
  thrownOut: null,
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

const EXPECTED: ExpectedReply = {
  date: TUESDAY,
  kind: 'fridge',
  place: 'Fridge 1',
  half: null,
  state: 'due',
  dueAt: null,
  callAt: null,
  limit: 'at most 5 °C',
  reading: null,
  window: null,
  mealId: null,
  batchId: null,
  startId: null,
};
const BULGOGI = { date: MONDAY, window: '16:00-18:00', mealId: 3, batchId: null } as const;
const SAM = '00000000-0000-4000-8000-000000000001';

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
    expected: [
      { ...EXPECTED, half: 'morning' },
      { ...EXPECTED, kind: 'sanitising', place: 'Benches' },
      { ...EXPECTED, date: MONDAY, half: 'afternoon', state: 'missing' },
      {
        ...EXPECTED,
        ...BULGOGI,
        kind: 'reached_21',
        place: 'Bulgogi',
        state: 'missing',
        dueAt: '2026-01-12T06:00:00.000Z',
        startId: 9,
      },
    ],
    foods: [{ ...BULGOGI, name: 'Bulgogi' }],
    lines: [],
    failed: [],
    training: {
      lines: [],
      handlers: [{ id: SAM, name: 'Sam Hill' }],
      untrained: ['Sam Hill'],
    },
    supervisor: { name: 'Kim Lee', certifiedOn: '2024-02-01', expiresOn: '2029-02-01' },
    lastDrill: null,
  };
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
  server.answers(getFoodSafety, () => overview);
  server.answers(listGoodsLots, () => ({ lots: [LOT], isCut: false }));
  server.answers(recordTemperature, ({ body: { kind, place = null, tenths = null } }) => {
    overview = {
      ...overview,
      expected: overview.expected.filter(
        (one) => one.state !== 'due' || one.place !== place || one.kind !== kind,
      ),
    };
    return { ...LINE, kind, place, tenths };
  });
});

const openFoodSafety = () =>
  openPortalPage(<FoodSafetyToday />, {
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
  await expect.element(page.getByText('2 missing · 2 due')).toBeVisible();
  await expect
    .element(page.getByText(/^Chilled to 21 °C: Bulgogi, 4pm-6pm, yesterday$/))
    .toBeVisible();
  expectLargeButtons();
  expect(await listViolations()).toEqual([]);
  await press(/^Done.*Benches: sanitise/);
  await press(/^Measure.*Fridge 1, morning/);
  for (const key of ['0', '4']) await page.getByRole('button', { name: key, exact: true }).click();
  await expect.element(page.getByText('2 missing', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Fridge, Fridge 1: 4 °C, passed')).toBeVisible();
  expect(server.sent(recordTemperature).map(({ body }) => body)).toMatchObject([
    { kind: 'sanitising', place: 'Benches', date: TUESDAY },
    { kind: 'fridge', place: 'Fridge 1', tenths: 40 },
  ]);
});

test('a pot that was made is measured by its limit, chilled, and called for in time; what is done stands last', async () => {
  await page.viewport(820, 1180);
  const ofPot = { ...EXPECTED, place: 'Tzatziki', batchId: 5, dueAt: '2026-01-12T22:30:00.000Z' };
  const chilling: ExpectedReply = {
    ...EXPECTED,
    kind: 'reached_21',
    place: 'Rice',
    batchId: 6,
    startId: 9,
    callAt: '2026-01-12T21:55:00.000Z',
    dueAt: '2026-01-12T22:10:00.000Z',
    limit: 'at most 21 °C within 2 h',
  };
  const { id, tenths, at, by, pass, action } = LINE;
  const reading = { id, tenths, at, by, pass, action };
  overview = {
    ...overview,
    expected: [
      { ...ofPot, kind: 'core', limit: 'at least 75 °C' },
      { ...ofPot, kind: 'chill_start', limit: '' },
      chilling,
      { ...EXPECTED, half: 'morning', state: 'done', reading },
      { ...EXPECTED, kind: 'receipt', place: 'Dairy Co', state: 'late', reading },
    ],
  };
  await openFoodSafety();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Chilled to 21 °C: Rice by 8:10am, 10 min left');
  expect(await listViolations()).toEqual([]);
  await press(/^Measure.*Core: Tzatziki/);
  await expect.element(page.getByText('Limit: at least 75 °C')).toBeVisible();
  for (const key of ['7', '8']) await page.getByRole('button', { name: key, exact: true }).click();
  await press(/^Chill .*Tzatziki/);
  await press(/^21 °C.*Rice/);
  await expect.element(page.getByText('The warmest pan of the batch counts.')).toBeVisible();
  for (const key of ['2', '0']) await page.getByRole('button', { name: key, exact: true }).click();
  await expect
    .poll(() =>
      server.sent(recordTemperature).map(({ body }) => [body.kind, body.batchId, body.startId]),
    )
    .toEqual([
      ['core', 5, undefined],
      ['chill_start', 5, undefined],
      ['reached_21', 6, 9],
    ]);
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Goods received: Dairy Co' }))
    .toMatchTextContent('Late: Goods received: Dairy Co 4 °C, 8am Kim Lee late');
});

test('what is missing and was done all the same is written in from paper, with its own time', async () => {
  await page.viewport(390, 844);
  await openFoodSafety();
  await press(/^From paper….*Fridge 1, afternoon/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Write it in' }).click();
  await expect.element(dialog.getByText('Enter the time')).toBeVisible();
  await expect.element(dialog.getByText('Enter the temperature, like 78.5')).toBeVisible();
  await expect.element(dialog.getByText('Enter who it was')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await dialog.getByLabelText('At what time was it done?').fill('15:30');
  await dialog.getByLabelText('Temperature, °C').fill('4');
  await dialog.getByLabelText('Who did it?').fill('Ana');
  await dialog.getByRole('button', { name: 'Write it in' }).click();
  await expect
    .poll(() => server.sent(recordTemperature)[0]?.body)
    .toMatchObject({
      kind: 'fridge',
      place: 'Fridge 1',
      tenths: 40,
      at: '2026-01-12T05:30:00.000Z',
      date: MONDAY,
      source: 'paper',
      measuredBy: 'Ana',
    });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('anything on paper can be written in: food that was cooked, a place, a van', async () => {
  await page.viewport(820, 1180);
  await openFoodSafety();
  await page.getByRole('button', { name: 'From paper', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabelText('What was measured or checked?')
    .selectOptions('Bulgogi, 4pm-6pm, Mon 12 Jan 2026');
  await dialog.getByLabelText('What was done?').selectOptions('Core, °C');
  await dialog.getByLabelText('At what time was it done?').fill('06:40');
  await dialog.getByLabelText('Temperature, °C').fill('78.5');
  await dialog.getByLabelText('Who did it?').fill('Ana');
  expect(await listViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Write it in' }).click();
  await expect
    .poll(() => server.sent(recordTemperature)[0]?.body)
    .toMatchObject({
      kind: 'core',
      mealId: 3,
      window: '16:00-18:00',
      date: MONDAY,
      tenths: 785,
      at: '2026-01-12T20:40:00.000Z',
    });
});

test('a reading that nobody has to take is said so, with its reason', async () => {
  await page.viewport(820, 1180);
  await openFoodSafety();
  await press(/^Not needed.*Chilled to 21/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Not needed' }).click();
  await expect.element(dialog.getByText('Enter why it is not needed')).toBeVisible();
  await dialog.getByLabelText('Why is it not needed?').fill('Eaten at once');
  await dialog.getByRole('button', { name: 'Not needed' }).click();
  await expect
    .poll(() => server.sent(recordTemperature)[0]?.body)
    .toMatchObject({ kind: 'reached_21', startId: 9, isNotNeeded: true, note: 'Eaten at once' });
});

test('what failed stands first, and thrown out asks how many portions', async () => {
  await page.viewport(820, 1180);
  const failed = {
    ...LINE,
    id: 5,
    kind: 'core',
    place: null,
    mealId: 3,
    mealName: 'Bulgogi',
    window: '16:00-18:00',
    tenths: 680,
    pass: false,
    limit: 'at least 75 °C',
  } as const;
  const [due, ...others] = overview.expected;
  const { id, at, by, action } = LINE;
  const reading = { id, at, by, tenths: 71, pass: false, action } as const;
  overview = {
    ...overview,
    expected: [{ ...due!, reading: { ...reading, action: 'moved_food' } }, ...others],
    failed: [failed],
    lines: [
      failed,
      {
        ...LINE,
        lateness: 'later',
        recordedAt: '2026-01-13T01:00:00.000Z',
        source: 'paper',
        measuredBy: 'Ana',
      },
    ],
  };
  server.answers(answerTemperature, () => {
    overview = { ...overview, failed: [] };
    return { ...failed, action: 'thrown_out', thrownOut: 12, actionBy: 'Kim Lee' };
  });
  await openFoodSafety();
  const asked = page.getByRole('alert').filter({ hasText: 'FAILED. What was done?' });
  await expect.element(asked).toMatchTextContent('Core, Bulgogi: 68 °C, 8am Kim Lee, FAILED');
  await asked.getByRole('button', { name: 'Thrown out: Core, Bulgogi' }).click();
  expect(await listViolations()).toEqual([]);
  await asked.getByLabelText('Or only some of them').fill('12');
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.sent(answerTemperature)[0]?.body)
    .toEqual({ action: 'thrown_out', portions: 12 });
  await expect
    .element(page.getByText('7.1 °C, FAILED, moved the food, 8am Kim Lee. Read again.'))
    .toBeVisible();
  await page.getByText('Written down today (2)').click();
  const lines = page
    .getByRole('group')
    .filter({ hasText: 'Written down today' })
    .getByRole('listitem');
  await expect
    .element(lines.first())
    .toMatchTextContent('Core, Bulgogi: 68 °C, FAILED. What was done?');
  await expect
    .element(lines.last())
    .toMatchTextContent('from paper, entered 3 h later, by Kim Lee');
});

test.each([320, 1280])('training is added at %d px, and who has none is named', async (width) => {
  await page.viewport(width, 900);
  server.answers(addTraining, () => overview.training);
  await openFoodSafety();
  await expect.element(page.getByText('No training on record: Sam Hill')).toBeVisible();
  await press('Add training');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(dialog.getByText('Choose a person')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await dialog.getByLabelText('Who was trained?').selectOptions('Sam Hill');
  await dialog.getByLabelText('Which course?').fill('Do food safely');
  await dialog.getByLabelText('When was it?').fill('2026-01-05');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect
    .poll(() => server.sent(addTraining)[0]?.body)
    .toEqual({
      staffId: SAM,
      name: '',
      basis: 'course',
      what: 'Do food safely',
      doneOn: '2026-01-05',
      ends: null,
    });
});

test('a kitchen without checks is offered a first list, and nothing counts before it is saved', async () => {
  await page.viewport(820, 1180);
  overview = { ...overview, checks: [], expected: [], supervisor: null };
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
      window: '11:00-13:00',
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
    await openPortalPage(<RecallPart />, {
      server,
      heading: 'Admin Portal',
      at: '/admin?tab=food-safety&by=recall',
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
  await openPortalPage(<RecallPart />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=food-safety&by=recall',
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
