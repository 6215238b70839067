import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type FiguresReply,
  getFigures,
  type FoodFiguresReply,
  getFoodFigures,
} from '#areas/office/calls/figures.ts';
import { FiguresTab } from '#areas/office/web/portal/figures/figures-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();

const both = <Value,>(now: Value, before: Value) => ({ now, before });

const A_WEEK: FiguresReply = {
  from: '2026-01-06',
  to: '2026-01-12',
  weeks: 1,
  isSoFar: false,
  until: '2026-01-12T14:00:00.000Z',
  before: { from: '2025-12-30', to: '2026-01-05' },
  totals: {
    orders: both(24, 20),
    cancelledOrders: both(1, 0),
    meals: both(96, 80),
    captured: both('1650.00', '1400.00'),
    refunded: both('14.99', '0.00'),
    net: both('1635.01', '1400.00'),
    averageBasket: both('68.75', '70.00'),
    newCustomers: both(5, 8),
    returningCustomers: both(17, 12),
    disputes: both(0, 0),
    disputed: both('0.00', '0.00'),
  },
  step: 'day',
  points: [
    {
      date: '2026-01-06',
      dateBefore: '2025-12-30',
      orders: both(20, 18),
      net: both('1335.01', '1300.00'),
    },
    {
      date: '2026-01-07',
      dateBefore: '2025-12-31',
      orders: both(4, 2),
      net: both('300.00', '100.00'),
    },
  ],
  meals: [
    {
      mealId: 1,
      name: 'Butter Chicken',
      mealType: 'dinner',
      portions: both(40, 30),
      amount: both('599.60', '449.70'),
    },
  ],
  windows: [
    { weekday: 2, window: '11:00-13:00', booked: both(12, 8), capacity: both(20, 20) },
    { weekday: 2, window: '16:00-18:00', booked: both(0, 3), capacity: both(0, 20) },
  ],
  suburbs: [{ suburb: 'Cleveland', deliveries: both(9, 7), portions: both(30, 22) }],
  refunds: [{ reason: 'Late', count: both(1, 0), amount: both('14.99', '0.00') }],
  waste: {
    runOuts: both(1, 0),
    runOutPortions: both(6, 0),
    missedDeliveries: both(1, 2),
    missedPortions: both(4, 5),
    cookedThenCancelled: both(2, 0),
  },
};

const NO_WASTE: FiguresReply['waste'] = {
  runOuts: both(0, 0),
  runOutPortions: both(0, 0),
  missedDeliveries: both(0, 0),
  missedPortions: both(0, 0),
  cookedThenCancelled: both(0, 0),
};

const A_MEAL: FoodFiguresReply['meals'][number] = {
  mealId: 1,
  name: 'Butter Chicken',
  portions: 40,
  revenue: '545.09',
  costOfOne: '4.37',
  cost: '174.80',
  margin: '370.29',
  marginTenths: 679,
  unpriced: [],
  hasRecipe: true,
  cancelledOnceCooked: 2,
  missed: 0,
  wasteCost: '8.74',
  usedOnlyByIt: { components: ['Butter sauce'], ingredients: ['Cream', 'Fenugreek'] },
};

const FOOD: FoodFiguresReply = {
  from: '2026-01-06',
  to: '2026-01-12',
  weeks: 1,
  isSoFar: false,
  includesGst: true,
  meals: [
    A_MEAL,
    {
      ...A_MEAL,
      mealId: 2,
      name: 'Dal',
      portions: 3,
      costOfOne: null,
      cost: null,
      margin: null,
      marginTenths: null,
      unpriced: ['Saffron'],
      cancelledOnceCooked: 0,
      missed: 1,
      wasteCost: null,
      usedOnlyByIt: { components: [], ingredients: [] },
    },
  ],
  components: [
    { componentId: 5, name: 'Tzatziki', baseUnit: 'g', made: 4200, wasted: 300, wasteCost: '2.10' },
  ],
  forecasts: [
    {
      mealId: 1,
      name: 'Butter Chicken',
      week: '2026-01-06',
      forecast: 44,
      actual: 40,
      off: 6,
      daysWithout: 0,
      actualWithout: 0,
    },
    {
      mealId: 2,
      name: 'Dal',
      week: '2026-01-06',
      forecast: 0,
      actual: 0,
      off: 0,
      daysWithout: 2,
      actualWithout: 3,
    },
  ],
};

beforeEach(() => {
  server.answers(getFoodFigures, () => FOOD);
});

const open = (at = '/admin?tab=figures') =>
  openPortalPage(<FiguresTab />, { server, heading: 'Admin Portal', at });

const rowsOf = (name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .all()
    .map((row) => row.element().textContent);

test('shows each figure with that of the week before, as charts and as tables', async () => {
  server.answers(getFigures, () => A_WEEK);
  await open();
  await expect.element(page.getByText('Tue 6 Jan to Mon 12 Jan 2026')).toBeVisible();
  const stats = page.getByRole('region', { name: 'At a glance' });
  await expect.element(stats.getByText('20 before, +20%').first()).toBeVisible();
  await expect.element(stats.getByText(/^\$1,635\.01/)).toBeVisible();
  await expect.element(stats.getByText('$70.00 before, −2%')).toBeVisible();
  expect(rowsOf('Places booked by window').slice(1)).toEqual([
    expect.stringContaining('12 of 20 (60%)'),
    expect.stringContaining('Closed'),
  ]);
  expect(rowsOf('Portions by meal, most chosen first')[1]).toContain('40 for $599.60');
  for (const chart of [
    'revenue by day',
    'places booked and offered in each window',
    'refunds by reason',
  ])
    await expect.element(page.getByRole('img', { name: `Bar chart: ${chart}` })).toBeVisible();
  await expect
    .poll(() => document.querySelectorAll('.recharts-bar-rectangle').length)
    .toBeGreaterThan(10);
  expect(await listViolations()).toEqual([]);
});

test('asks for other weeks, keeps them in the address, and offers the same as files', async () => {
  server.answers(getFigures, () => A_WEEK);
  const { address } = await open();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(address).toBe('/admin?tab=figures&week=2025-12-30&weeks=1');
  await expect.element(page.getByLabelText('Week of')).toHaveValue('2025-12-30');
  await page.getByLabelText('How many').selectOptions('4 weeks');
  await expect.poll(address).toBe('/admin?tab=figures&week=2025-12-30&weeks=4');
  await expect
    .poll(() => server.sent(getFigures).at(-1)?.query)
    .toEqual({ week: '2025-12-30', weeks: 4 });
  await expect
    .element(page.getByRole('link', { name: 'Receipts as CSV' }))
    .toHaveAttribute('href', '/api/admin/figures/documents.csv?week=2025-12-30&weeks=4');
});

test('a week under way says so, and there is no later one', async () => {
  server.answers(getFigures, () => ({ ...A_WEEK, isSoFar: true }));
  await open();
  await expect.element(page.getByText('Tue 6 Jan to Mon 12 Jan 2026, so far')).toBeVisible();
  await expect.element(page.getByText(/up to the same time/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Later' })).toBeDisabled();
});

test('a kitchen without orders sees zeros and says why lists are empty', async () => {
  const { totals } = A_WEEK;
  server.answers(getFigures, () => ({
    ...A_WEEK,
    totals: { ...totals, orders: both(0, 0), averageBasket: both(null, null) },
    points: [],
    meals: [],
    windows: [],
    suburbs: [],
    refunds: [],
    waste: NO_WASTE,
  }));
  await open();
  await expect.element(page.getByText('No refunds in these weeks')).toBeVisible();
  await expect.element(page.getByText('No waste recorded in these weeks')).toBeVisible();
  expect(page.getByRole('img', { name: /wasted or short/ }).elements()).toEqual([]);
  await expect.element(page.getByText('None before', { exact: true })).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('a long menu is folded away until someone asks for all of it', async () => {
  const [meal] = A_WEEK.meals;
  const meals = Array.from({ length: 28 }, (_, n) => ({
    ...meal!,
    mealId: n + 1,
    name: `Meal ${n}`,
  }));
  server.answers(getFigures, () => ({ ...A_WEEK, meals }));
  await open();
  await expect.element(page.getByRole('row', { name: /^Meal 6 / })).toBeVisible();
  expect(page.getByRole('row', { name: /^Meal 7 / }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Show all 28' }).click();
  await expect.element(page.getByRole('row', { name: /^Meal 27 / })).toBeVisible();
});

test('a meal that ran out for no one yet is in the table, without an empty chart', async () => {
  server.answers(getFigures, () => ({ ...A_WEEK, waste: { ...NO_WASTE, runOuts: both(1, 0) } }));
  await open();
  await expect.element(page.getByRole('table', { name: 'Waste as recorded' })).toBeVisible();
  expect(page.getByRole('img', { name: /wasted or short/ }).elements()).toEqual([]);
});

test('a week that has not begun is named, with a way back', async () => {
  server.answers(getFigures, ({ query }) =>
    query.week === '2026-02-03'
      ? refused(400, { message: 'Choose a week that has begun', code: 'invalid' })
      : A_WEEK,
  );
  const { address } = await open('/admin?tab=figures&week=2026-02-03');
  await expect.element(page.getByText('Choose a week that has begun')).toBeVisible();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(address).toBe('/admin?tab=figures&week=2026-01-27&weeks=1');
  await expect.element(page.getByText('Tue 6 Jan to Mon 12 Jan 2026')).toBeVisible();
});

test('food: margin, forecasts and waste, and what is not known is never $0.00', async () => {
  server.answers(getFigures, () => A_WEEK);
  await open();
  await expect.element(page.getByRole('table', { name: /^Margin by meal/ })).toBeVisible();
  const [chicken, dal] = rowsOf('Margin by meal, most portions first').slice(1);
  expect(chicken).toContain('$370.29');
  expect(chicken).toContain('67.9%');
  expect(dal).toContain('No price: Saffron');
  expect(dal).not.toContain('$0.00');
  expect(rowsOf('Forecast against actual by meal, furthest off first').slice(1)).toEqual([
    expect.stringContaining('4 too many'),
    expect.stringContaining('2 days without a forecast: 3 sold'),
  ]);
  expect(rowsOf('Food thrown away').slice(1)).toEqual([
    expect.stringContaining('2 cancelled once cooked'),
    expect.stringContaining('Not known'),
    expect.stringContaining('300 g of 4.2 kg thrown away'),
  ]);
  await expect
    .element(page.getByRole('link', { name: 'Forecasts as CSV' }))
    .toHaveAttribute('href', '/api/admin/figures/forecasts.csv?weeks=1');
});

test('food: a meal to drop is chosen, and what it would change is said', async () => {
  server.answers(getFigures, () => A_WEEK);
  await open();
  const part = page.getByRole('region', { name: 'If a meal were dropped' });
  await part.getByRole('combobox', { name: 'Meal' }).selectOptions('Butter Chicken (40)');
  await expect.element(part.getByText('$545.09')).toBeVisible();
  await expect.element(part.getByText('Butter sauce')).toBeVisible();
  await expect.element(part.getByText('Cream, Fenugreek')).toBeVisible();
  await part.getByRole('combobox', { name: 'Meal' }).selectOptions('Dal (3)');
  await expect.element(part.getByText('Nothing: other meals need it all').first()).toBeVisible();
});

test('food: a failure of it leaves the other figures', async () => {
  server.answers(getFigures, () => A_WEEK);
  server.answers(getFoodFigures, () => refused(500, { code: 'internal', message: 'Broken' }));
  await open();
  await expect.element(page.getByText('We couldn’t load the figures of food')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'At a glance' })).toBeVisible();
});
