import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type CookingReply,
  type DoneBatchReply,
  getProductionPlan,
  moveCooking,
  type ProductionPlanReply,
} from '#areas/kitchen/calls/kitchen-plan.ts';
import {
  getShopping,
  type ShoppingLine,
  type ShoppingOrder,
  type ShoppingReply,
} from '#areas/kitchen/calls/shopping.ts';
import {
  readRecipeBook,
  type RecipeBookReply,
  updateComponent,
} from '#areas/recipes/calls/recipe-book.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { PlanTab } from '#areas/kitchen/web/portal/plan-tab.tsx';

const server = fakeServer();

quietLiveLine();

const TUE = '2026-12-01';
const WED = '2026-12-02';
const MON = '2026-11-30';
const ABOUT = { componentId: 1, name: 'Tzatziki', baseUnit: 'g' } as const;

const COOKING: CookingReply = {
  ...ABOUT,
  cookDate: TUE,
  startBy: { date: TUE, minuteOfDay: 480 },
  cookAt: { date: TUE, minuteOfDay: 510 },
  chillAt: { date: TUE, minuteOfDay: 510 },
  readyBy: { date: TUE, minuteOfDay: 510 },
  need: 4164,
  batches: [4164],
  made: 4164,
  surplus: 0,
  days: [MON, TUE],
  keepsUntil: '2026-12-05',
  isFixed: false,
  users: [
    {
      name: 'Souvlaki',
      mealId: 1,
      componentId: null,
      date: TUE,
      window: '11:00-13:00',
      portions: 48,
      qty: 1959,
    },
    {
      name: 'Kofta',
      mealId: 2,
      componentId: null,
      date: '2026-12-03',
      window: '16:00-18:00',
      portions: 36,
      qty: 1286,
    },
  ],
  lines: [
    {
      name: 'Greek yoghurt',
      baseUnit: 'g',
      net: 2915,
      gross: 2915,
      prep: '',
      isComponent: false,
    },
    {
      name: 'Cucumber',
      baseUnit: 'g',
      net: 1166,
      gross: 1296,
      prep: '',
      isComponent: false,
    },
  ],
  steps: 'Grate, salt, squeeze, stir.',
};

const DONE: DoneBatchReply = {
  ...ABOUT,
  id: 5,
  cookDate: TUE,
  madeQty: 4164,
  by: 'Kim Lee',
  doneAt: '2026-12-01T02:00:00.000Z',
};

const A_BOOK: RecipeBookReply = {
  ingredients: [],
  components: [
    {
      id: 7,
      name: 'Sugo',
      baseUnit: 'g',
      gramsPerLitre: null,
      potQty: 8000,
      minQty: 500,
      wholePots: false,
      keepsDays: 5,
      keepsBecause: null,
      cookAheadDays: 5,
      readyDaysBefore: 0,
      restartsLife: false,
      handsMinutes: 30,
      restMinutes: 0,
      cookMinutes: 60,
      chillMinutes: 180,
      coreCheck: true,
      equipmentName: '',
      steps: '',
      lines: [{ componentId: 9, qty: 3348, lossBp: null }],
      version: 3,
    },
  ],
  meals: [],
  includesGst: false,
};

function aPlan(change: Partial<ProductionPlanReply> = {}): ProductionPlanReply {
  return {
    from: TUE,
    to: '2026-12-07',
    today: TUE,
    days: weekFrom(TUE).map((date) => ({
      date,
      isClosed: false,
      isCookDay: true,
      isOpenForOrders: true,
      hasForecast: true,
      meals:
        date === TUE
          ? [
              {
                mealId: 2,
                name: 'Kofta',
                ordered: 30,
                portions: 36,
                tooFewDays: null,
                forecast: {
                  mean: 36,
                  low: 34,
                  high: 39,
                  days: 5,
                  leftOut: [{ date: '2026-11-10', portions: 61 }],
                },
              },
            ]
          : [],
    })),
    cookings: [COOKING],
    done: [],
    loads: [
      {
        date: TUE,
        pots: 1,
        hands: { minutes: 30, of: null, mayMove: [] },
        equipment: [],
      },
    ],
    missing: [
      {
        kind: 'no_recipe',
        text: 'Dal has no recipe.',
        mealId: 3,
        componentId: null,
        ingredientId: null,
        fix: null,
      },
    ],
    fromLabels: { meals: ['Dal'], ingredients: [{ name: 'Lentils', grams: 2400, isWhole: true }] },
    ...change,
  };
}

const NOTHING_TO_BUY: ShoppingReply = {
  from: TUE,
  to: '2026-12-07',
  today: TUE,
  orders: [],
  suppliers: [],
  short: [],
  withoutPack: [],
  cheaper: [],
  fromLabels: { meals: [], ingredients: [] },
  missing: [],
};
const CHANGE = { packId: 11, ingredient: 'Lamb', pack: '5 kg bag', was: 1, packs: 2 };
const SENT: NonNullable<ShoppingOrder['sent']> = {
  id: 7,
  number: 1,
  at: '2026-11-28T04:02:00.000Z',
  by: 'Kim Lee',
  way: 'email',
  note: '',
  emailState: 'sent',
  state: 'sent',
  toCome: 2,
  receivedBy: null,
};

function anOrder(
  supplier: string,
  arrives: string,
  change: Partial<ShoppingOrder> = {},
): ShoppingOrder {
  const line: ShoppingLine = {
    ingredientId: 1,
    ingredient: 'Lamb',
    baseUnit: 'g',
    storeArea: 'meat',
    neverCounted: false,
    code: '',
    packId: 11,
    pack: '5 kg bag',
    packQty: 5000,
    packs: 2,
    need: 9000,
    onHand: 0,
    over: 1000,
    wasteCents: null,
    toMinimum: 0,
    costCents: null,
    wouldSpoil: [],
  };
  return {
    supplierId: supplier.length,
    supplier,
    arrives,
    arrivesByMinute: 420,
    orderBy: { date: arrives, minuteOfDay: 0 },
    canOrder: true,
    minOrderCents: 0,
    underMinimumCents: 0,
    partForecast: null,
    hasEmail: true,
    lines: [line],
    costCents: 0,
    unpriced: 1,
    sent: null,
    changes: null,
    alsoOrdered: [],
    ...change,
  };
}

let plan: ProductionPlanReply;

beforeEach(() => {
  plan = aPlan();
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-12-01T01:00:00.000Z',
    cutoff: '2026-12-06T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-12-08',
    weekEnd: '2026-12-14',
    days: [],
  }));
  server.answers(getProductionPlan, () => plan);
  server.answers(moveCooking, ({ body }) => {
    plan = aPlan({ cookings: [{ ...COOKING, cookDate: body.toDate, isFixed: true }] });
    return plan;
  });
  server.answers(getShopping, () => NOTHING_TO_BUY);
});

function open(query = '') {
  return openPortalPage(<PlanTab />, {
    server,
    heading: 'Admin Portal',
    at: `/admin?tab=plan&from=${TUE}&to=2026-12-07${query}`,
  });
}

const textOf = ({ textContent }: Element) => textContent;
const column = (name: string) => page.getByRole('region', { name });

test('the board has a column for each day, with what goes out and what is cooked', async () => {
  await page.viewport(1280, 900);
  await open();
  const tuesday = column('Tue 1 Dec');
  await expect.element(tuesday.getByText('4.2 kg')).toBeVisible();
  await expect.element(tuesday.getByText('for 2 meals, Tue–Thu')).toBeVisible();
  await expect.element(tuesday.getByText('keeps to Sat')).toBeVisible();
  await expect.element(tuesday.getByText('may be Mon or Tue')).toBeVisible();
  await column('Tue 1 Dec').getByText('To send: 36').click();
  await expect
    .element(page.getByText('30 + 6, from 34 to 39 on 5 Tuesdays; 61 on Tue 10 Nov left out'))
    .toBeVisible();
  const users = tuesday.getByText('for Souvlaki 48, Kofta 36, Tue 1 Dec to Thu 3 Dec');
  await expect.element(users).not.toBeVisible();
  await tuesday.getByRole('heading', { name: 'Tzatziki 4.2 kg' }).click();
  await expect.element(users).toBeVisible();
  await expect.element(tuesday.getByText('1,296 g raw (1,166 g peeled)')).toBeVisible();
  await expect.element(tuesday.getByText('Grate, salt, squeeze, stir.')).toBeVisible();
  await expect.element(tuesday.getByText('start 8am', { exact: true })).toBeVisible();
  await expect.element(tuesday.getByText('Start 8am, ready 8:30am')).toBeVisible();
  await expect.element(tuesday.getByText('1 pot · hands 30 min')).toBeVisible();
  await page.getByText('1 thing to fix').click();
  await expect.element(page.getByRole('link', { name: 'Dal has no recipe.' })).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('a day that asks for more than there is says so in red, with what may move', async () => {
  plan = aPlan({
    loads: [
      {
        date: TUE,
        pots: 29,
        hands: { minutes: 640, of: 1800, mayMove: [] },
        equipment: [{ name: 'oven', minutes: 2000, of: 1800, mayMove: ['Lamb', 'Ragu'] }],
      },
    ],
  });
  await open();
  const tuesday = column('Tue 1 Dec');
  await expect
    .element(tuesday.getByText('29 pots · hands 10 h 40 of 30 h · oven 33 h 20 of 30 h'))
    .toBeVisible();
  await expect
    .element(tuesday.getByText('More oven than there is. May move: Lamb, Ragu.'))
    .toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('what keeps less long than another promises is fixed with one tap', async () => {
  plan = aPlan({
    missing: [
      {
        kind: 'no_day',
        text: 'Brown lentils keeps 4 days, Sugo promises 5. Is Sugo cooked through?',
        mealId: null,
        componentId: 9,
        ingredientId: null,
        fix: { componentId: 7, name: 'Sugo', keepsDays: 4 },
      },
    ],
  });
  server.answers(readRecipeBook, () => A_BOOK);
  server.answers(updateComponent, () => A_BOOK);
  await open();
  await page.getByRole('button', { name: 'Yes Sugo is cooked through' }).click();
  await expect
    .poll(() => server.sent(updateComponent)[0]?.body)
    .toMatchObject({ restartsLife: true, keepsDays: 5, version: 3, pot: { amount: '8000' } });
  await page.getByRole('button', { name: 'Shorten it to 4 days for Sugo' }).click();
  await expect
    .poll(() => server.sent(updateComponent)[1]?.body)
    .toMatchObject({ restartsLife: false, keepsDays: 4, cookAheadDays: 4 });
});

test('a card moves to another of its days by keyboard', async () => {
  await page.viewport(1280, 900);
  plan = aPlan({ cookings: [{ ...COOKING, days: [TUE, WED] }] });
  await open();
  const handle = page.getByRole('button', { name: 'Drag Tzatziki' });
  await expect.element(handle).toBeVisible();
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect
    .element(column('Wed 2 Dec').getByRole('heading', { name: 'Tzatziki 4.2 kg' }))
    .toBeVisible();
  await expect.element(column('Wed 2 Dec').getByText('fixed on this day')).toBeVisible();
  expect(server.sent(moveCooking)[0]?.body).toMatchObject({
    componentId: 1,
    cookDate: TUE,
    toDate: WED,
  });
});

test('on a phone the days to come are folded until they are tapped', async () => {
  await page.viewport(390, 844);
  plan = aPlan({
    cookings: [COOKING, { ...COOKING, componentId: 2, name: 'Rice', cookDate: WED }],
  });
  await open();
  await expect.element(page.getByRole('heading', { name: 'Tzatziki 4.2 kg' })).toBeVisible();
  const rice = page.getByRole('heading', { name: 'Rice 4.2 kg' });
  await expect.element(rice).not.toBeInTheDocument();
  await page.getByRole('button', { name: '1 to cook on Wed 2 Dec' }).click();
  await expect.element(rice).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('a refusal says why', async () => {
  server.answers(moveCooking, () =>
    refused(400, { code: 'invalid', message: 'Tzatziki keeps 5 days.' }),
  );
  await open();
  await page.getByRole('heading', { name: 'Tzatziki 4.2 kg' }).click();
  await page.getByRole('combobox', { name: 'Cook on' }).selectOptions(MON);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Tzatziki keeps 5 days.');
});

test('one tap leaves the forecast out, of all days or of one', async () => {
  await open();
  await column('Tue 1 Dec').getByText('To send: 36').click();
  await page.getByRole('button', { name: 'Only what is ordered for Tue 1 Dec' }).click();
  await expect
    .poll(() => server.sent(getProductionPlan).at(-1)?.query.forecast)
    .toEqual(weekFrom(TUE).slice(1));
  await page.getByText('Add the forecast', { exact: true }).click();
  await expect.poll(() => server.sent(getProductionPlan).at(-1)?.query.forecast).toBe('off');
});

test('on the board a batch that is made is one line, and its day is cooked in Daily Prep', async () => {
  plan = aPlan({ cookings: [], done: [DONE] });
  await open();
  await expect.element(column('Tue 1 Dec').getByText('✓ Tzatziki 4.2 kg')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Cook on Tue 1 Dec' }))
    .toHaveAttribute('href', `/admin?tab=prep&date=${TUE}`);
});

test('each day says what suppliers bring, and what became of the order', async () => {
  await page.viewport(1280, 900);
  server.answers(getShopping, () => ({
    ...NOTHING_TO_BUY,
    orders: [
      anOrder('Meat Co', MON, { sent: SENT, changes: [CHANGE, { ...CHANGE, packId: 12 }] }),
      anOrder('Bakers', MON),
      anOrder('Veg Co', WED),
      anOrder('Dairy Co', WED, { sent: SENT, changes: [] }),
      anOrder('Fish Co', WED, { sent: { ...SENT, emailState: 'failed' }, changes: [] }),
      anOrder('Dry Co', WED, { lines: [] }),
    ],
  }));
  await open('&forecast=off');
  const arriving = (day: string) =>
    column(day).getByRole('list', { name: 'Arrives' }).getByRole('link');
  await expect
    .poll(() => arriving('Wed 2 Dec').elements().map(textOf))
    .toEqual(['Veg Co: to order', 'Dairy Co: ordered', 'Fish Co: the email did not go']);
  // Before the first column.
  expect(arriving('Tue 1 Dec').elements().map(textOf)).toEqual([
    'Meat Co, Mon 30 Nov: ordered, +2 changed since',
    'Bakers, Mon 30 Nov: was not ordered',
  ]);
  await expect
    .element(page.getByRole('link', { name: /^Meat Co/ }))
    .toHaveAttribute('href', `/admin?tab=shopping&from=${TUE}&to=2026-12-07&forecast=off`);
  expect(server.sent(getShopping)[0]?.query).toMatchObject({ from: TUE, forecast: 'off' });
  expect(await listViolations()).toEqual([]);
});

test('the board is there while what to buy is on its way, or cannot be loaded', async () => {
  server.answers(getShopping, never);
  const waiting = await open();
  const card = page.getByRole('heading', { name: 'Tzatziki 4.2 kg' });
  await expect.element(card).toBeVisible();
  await waiting.close();
  server.answers(getShopping, () => refused(400, { code: 'invalid', message: 'Too far ahead.' }));
  await open();
  await expect.element(page.getByText('We couldn’t load what to buy')).toBeVisible();
  await expect.element(card).toBeVisible();
  server.answers(getShopping, () => ({ ...NOTHING_TO_BUY, orders: [anOrder('Veg Co', TUE)] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Veg Co: to order' })).toBeVisible();
});

test('without orders and forecast it says so', async () => {
  plan = aPlan({
    cookings: [],
    days: [],
    missing: [],
    fromLabels: { meals: [], ingredients: [] },
  });
  await open();
  await expect.element(page.getByText(/^Nothing to cook/)).toBeVisible();
});
