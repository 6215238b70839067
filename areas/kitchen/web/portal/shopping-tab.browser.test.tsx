import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  getShopping,
  sendShoppingOrder,
  type ShoppingLine,
  type ShoppingOrder,
  type ShoppingReply,
} from '#areas/kitchen/calls/shopping.ts';
import { countStock, getStock, type StockReply, wasteStock } from '#areas/kitchen/calls/stock.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { ShoppingTab } from './shopping-tab.tsx';
import { StockTab } from './stock-tab.tsx';

const server = fakeServer();

quietLiveLine();

const TUE = '2026-12-01';
const MON = '2026-11-30';
const END = '2026-12-07';

function aLine(change: Partial<ShoppingLine> = {}): ShoppingLine {
  return {
    ingredientId: 1,
    ingredient: 'Chicken breast',
    baseUnit: 'g',
    storeArea: 'meat',
    neverCounted: false,
    packId: 11,
    code: 'CB5',
    pack: '5 kg bag',
    packQty: 5000,
    packs: 3,
    need: 12_700,
    onHand: 0,
    over: 2300,
    wasteCents: 676,
    toMinimum: 0,
    costCents: 14_700,
    wouldSpoil: [],
    ...change,
  };
}

const RICE = { ingredientId: 2, ingredient: 'Rice', baseUnit: 'g', storeArea: 'dry' } as const;
const SHELF = { ...RICE, rule: 'store' as const, sum: 500, expires: [], countedAt: null };

function anOrder(change: Partial<ShoppingOrder> = {}): ShoppingOrder {
  return {
    supplierId: 5,
    supplier: 'Meat & Fish Co',
    arrives: MON,
    arrivesByMinute: 420,
    orderBy: { date: '2026-11-29', minuteOfDay: 1200 },
    canOrder: true,
    hasEmail: true,
    minOrderCents: 25_000,
    underMinimumCents: 5000,
    partForecast: { portions: 12, of: 40 },
    lines: [
      aLine(),
      aLine({
        ...RICE,
        neverCounted: true,
        packId: 12,
        pack: '10 kg sack',
        packs: 1,
        need: 8000,
        onHand: 500,
        over: 0,
        wasteCents: null,
      }),
      aLine({
        ingredientId: 3,
        ingredient: 'Dill',
        packId: 13,
        pack: 'bunch',
        packs: 2,
        wouldSpoil: ['2026-12-06'],
      }),
    ],
    costCents: 20_000,
    unpriced: 0,
    sent: null,
    changes: null,
    alsoOrdered: [],
    ...change,
  };
}

function aList(change: Partial<ShoppingReply> = {}): ShoppingReply {
  return {
    from: TUE,
    to: END,
    today: '2026-11-28',
    orders: [anOrder()],
    suppliers: [
      {
        supplierId: 5,
        supplier: 'Meat & Fish Co',
        hasRounds: true,
        deliveryDays: [MON, TUE, '2026-12-03'],
        chosen: { arrivals: [MON], cents: 64_910, outOfDate: 0, short: 0 },
        others: [{ arrivals: [MON, TUE], cents: 66_410, outOfDate: 2, short: 0 }],
        isChosen: false,
      },
    ],
    short: [],
    withoutPack: [{ ...RICE, neverCounted: false, ingredientId: 4, ingredient: 'Salt', need: 15 }],
    cheaper: [],
    fromLabels: {
      meals: ['Dal'],
      ingredients: [{ name: 'Lentils', grams: null, isWhole: false }],
    },
    missing: ['The sauce cannot be cooked.'],
    ...change,
  };
}

const SENT: NonNullable<ShoppingOrder['sent']> = {
  id: 7,
  number: 1,
  at: '2026-11-28T04:02:00.000Z',
  by: 'Kim Lee',
  way: 'email',
  note: '',
  emailState: 'sent',
  state: 'sent',
  toCome: 6,
  receivedBy: null,
};

let list: ShoppingReply;
let stock: StockReply;

beforeEach(() => {
  list = aList();
  stock = {
    today: TUE,
    toCount: [{ ingredientId: 2, why: 'short' }],
    ingredients: [{ ...SHELF, qty: 500 }],
    spoilt: [],
  };
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-11-28T01:00:00.000Z',
    cutoff: '2026-12-06T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-12-08',
    weekEnd: '2026-12-14',
    days: [],
  }));
  server.answers(getShopping, () => list);
  server.answers(getStock, () => stock);
  server.answers(sendShoppingOrder, () => {
    list = aList({ orders: [anOrder({ sent: SENT, changes: [] })] });
    return list;
  });
  server.answers(countStock, () => {
    stock = { ...stock, toCount: [], ingredients: [{ ...SHELF, qty: 500, countedAt: SENT.at }] };
    return stock;
  });
  server.answers(wasteStock, () =>
    refused(400, {
      code: 'invalid',
      message: 'Only 500 g should be there.',
      fields: { amount: 'Only 500 g should be there.' },
    }),
  );
});

async function open(query = '', role: 'owner' | 'kitchen' = 'owner') {
  return openPortalPage(<ShoppingTab />, {
    server,
    heading: 'Admin Portal',
    role,
    at: `/admin?tab=shopping${query}`,
  });
}

const card = () => page.getByRole('article', { name: /Meat & Fish Co/ });

test.each([390, 1280])('at %i px an order has its packs, needs and warnings', async (width) => {
  await page.viewport(width, 900);
  await open();
  await expect.element(card().getByText(/here by 7am/)).toBeVisible();
  await expect.element(card().getByText('order by Sun 29 Nov 8pm')).toBeVisible();
  await expect.element(card().getByText('part forecast: 12 of 40 portions')).toBeVisible();
  await expect.element(card().getByText(/\$50.00 under their minimum/)).toBeVisible();
  await expect
    .element(page.getByText('1 delivery, Mon 30 Nov: $649.10.', { exact: true }))
    .toBeVisible();
  await expect.element(card().getByText('3 × 5 kg bag')).toBeVisible();
  await expect
    .element(card().getByText('need 12.7 kg · 2.3 kg over, will not keep: $6.76').first())
    .toBeVisible();
  await expect.element(card().getByText('out of date by Sun 6 Dec')).toBeVisible();
  await expect.element(page.getByText('From labels: 1 meal has no recipe')).toBeVisible();
  await expect.element(page.getByText('Salt: 15 g')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await listViolations()).toEqual([]);
  // The week whose orders closed last.
  expect(server.sent(getShopping)[0]?.query).toMatchObject({ from: TUE, to: END });
});

test('an order is emailed as it is shown, once more asked', async () => {
  await open();
  await card().getByRole('button', { name: 'Email for Meat & Fish Co' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('3 × 5 kg bag Chicken breast')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Note for them/ }).fill('Back door');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(card().getByText(/sent .* by Kim Lee/)).toBeVisible();
  await expect
    .element(card().getByRole('button', { name: 'Email for Meat & Fish Co' }))
    .not.toBeInTheDocument();
  expect(server.sent(sendShoppingOrder)[0]?.body).toMatchObject({
    supplierId: 5,
    arrives: MON,
    way: 'email',
    seen: 0,
    note: 'Back door',
    from: TUE,
    lines: [
      { packId: 11, packs: 3 },
      { packId: 12, packs: 1 },
      { packId: 13, packs: 2 },
    ],
  });
});

test('what has no known price is said beside the sum', async () => {
  list = aList({ orders: [anOrder({ unpriced: 1 })] });
  await open();
  await expect
    .element(card().getByText(/^About \$\d+\.\d\d, compared without the price of 1 of \d/))
    .toBeVisible();
});

test('what has changed since is marked, and can be emailed', async () => {
  const about = { pack: '5 kg bag', ingredient: 'Chicken breast' };
  list = aList({
    orders: [
      anOrder({
        sent: SENT,
        changes: [
          { ...about, packId: 11, was: 2, packs: 3 },
          { packId: 14, ingredient: 'Mint', pack: 'bunch', was: 1, packs: 0 },
        ],
      }),
    ],
  });
  await open();
  await expect.element(card().getByText('changed since: 2')).toBeVisible();
  await expect.element(card().getByText('3 × 5 kg bag (was 2)')).toBeVisible();
  await expect.element(card().getByText(/Mint: not needed any more/)).toBeVisible();
  await card()
    .getByRole('button', { name: /Email the change/ })
    .click();
  await expect
    .element(page.getByRole('dialog').getByText('Chicken breast, 5 kg bag: 3 instead of 2'))
    .toBeVisible();
});

test('someone was faster: it says so, and the list is fetched again', async () => {
  server.answers(sendShoppingOrder, () =>
    refused(409, { code: 'already_sent', message: 'Kim Lee has already sent this order.' }),
  );
  await open();
  await card().getByRole('button', { name: 'Email for Meat & Fish Co' }).click();
  list = aList({ orders: [anOrder({ sent: SENT, changes: [] })] });
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Kim Lee has already sent this order.')).toBeVisible();
  await expect.element(card().getByText(/sent .* by Kim Lee/)).toBeVisible();
});

test('other days are chosen by their number, or one by one', async () => {
  await open();
  await page.getByText(/^Other days/).click();
  await expect
    .element(
      page.getByText('2 deliveries, Mon 30 Nov and Tue 1 Dec: $664.10, but 2 lines out of date.'),
    )
    .toBeVisible();
  await page.getByRole('button', { name: 'Choose 2 deliveries' }).click();
  await expect
    .poll(() => server.sent(getShopping).at(-1)?.query.arrivals)
    .toEqual([
      { supplierId: 5, arrives: MON },
      { supplierId: 5, arrives: TUE },
    ]);
});

test('what is too late has its three ways out', async () => {
  const late = { ...RICE, neverCounted: false, date: MON, qty: 1200, supplier: 'Meat & Fish Co' };
  list = aList({ short: [{ ...late, ingredient: 'Lamb mince', pots: ['Kofta'], mealIds: [9] }] });
  await open();
  await expect.element(page.getByText('Too late for Mon 30 Nov')).toBeVisible();
  const ways = [
    ['I buy it myself Lamb mince', 'ingredient=2'],
    ['Move the pot Lamb mince', 'tab=plan'],
    ['Run out… Lamb mince', 'runOut=9'],
  ] as const;
  for (const [name, address] of ways)
    await expect
      .element(page.getByRole('link', { name }))
      .toHaveAttribute('href', expect.stringContaining(address));
  expect(await listViolations()).toEqual([]);
});

async function openStock() {
  await openPortalPage(<StockTab />, {
    server,
    heading: 'Shopping',
    role: 'kitchen',
    at: '/admin?tab=shopping&by=stock',
  });
}

test('what should be there is right by one tap', async () => {
  await openStock();
  await expect.element(page.getByText('the plan takes more')).toBeVisible();
  await page.getByRole('button', { name: 'Right Rice' }).click();
  await expect.element(page.getByText(/^Counted/)).toBeVisible();
  expect(server.sent(countStock)[0]?.body).toEqual({ amount: '500', unit: 'g', seen: 500 });
});

test('stock is thrown away with a reason', async () => {
  await openStock();
  await page.getByRole('button', { name: 'Thrown away of Rice' }).click();
  await page.getByRole('textbox', { name: 'Thrown away' }).fill('9');
  await page.getByRole('textbox', { name: 'Why' }).fill('Weevils');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Only 500 g should be there.')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('by store area, and with nothing to buy', async () => {
  await open('&by=area');
  await expect
    .element(
      page.getByRole('region', { name: 'Meat' }).getByText('Meat & Fish Co, Mon 30 Nov').first(),
    )
    .toBeVisible();
  list = aList({
    orders: [],
    withoutPack: [],
    missing: [],
    fromLabels: { meals: [], ingredients: [] },
  });
  await page.getByRole('button', { name: 'Later' }).click();
  await expect.element(page.getByText(/^Nothing to buy/)).toBeVisible();
});
