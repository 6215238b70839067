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
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { ShoppingTab, StockTab } from './shopping-tab.tsx';

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
    packId: 11,
    code: 'CB5',
    pack: '5 kg bag',
    packQty: 5000,
    packs: 3,
    need: 12_700,
    onHand: 0,
    over: 2300,
    costCents: 14_700,
    wouldSpoil: [],
    ...change,
  };
}

const RICE = { ingredientId: 2, ingredient: 'Rice', baseUnit: 'g', storeArea: 'dry' } as const;

function anOrder(change: Partial<ShoppingOrder> = {}): ShoppingOrder {
  return {
    supplierId: 5,
    supplier: 'Meat & Fish Co',
    arrives: MON,
    hasEmail: true,
    lines: [
      aLine(),
      aLine({
        ...RICE,
        packId: 12,
        pack: '10 kg sack',
        packs: 1,
        need: 8000,
        onHand: 500,
        over: 0,
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
        deliveryDays: [MON, TUE, '2026-12-03'],
        arrivals: [MON],
      },
    ],
    short: [],
    withoutPack: [{ ...RICE, ingredientId: 4, ingredient: 'Salt', need: 15 }],
    cheaper: [],
    missing: ['Dal has no recipe.'],
    ...change,
  };
}

const SENT: NonNullable<ShoppingOrder['sent']> = {
  number: 1,
  at: '2026-11-28T04:02:00.000Z',
  by: 'Kim Lee',
  way: 'email',
  note: '',
  emailState: 'sent',
};

let list: ShoppingReply;
let stock: StockReply;

beforeEach(() => {
  list = aList();
  stock = { today: TUE, ingredients: [{ ...RICE, qty: 500, expires: [], counted: null }] };
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
  server.answers(countStock, ({ body }) => {
    const qty = Number(body.amount) * 1000;
    stock = { today: TUE, ingredients: [{ ...RICE, qty, expires: [], counted: null }] };
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
  await expect.element(card().getByText(/arrives Mon 30 Nov/)).toBeVisible();
  await expect.element(card().getByText('3 × 5 kg bag')).toBeVisible();
  await expect.element(card().getByText('need 12.7 kg, 2.3 kg over').first()).toBeVisible();
  await expect.element(card().getByText('would not keep to Sun 6 Dec: order twice')).toBeVisible();
  await expect.element(page.getByText('Dal has no recipe.')).toBeVisible();
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

test('somebody was faster: it says so, and the list is fetched again', async () => {
  server.answers(sendShoppingOrder, () =>
    refused(409, { code: 'already_sent', message: 'Kim Lee sent this order already.' }),
  );
  await open();
  await card().getByRole('button', { name: 'Email for Meat & Fish Co' }).click();
  list = aList({ orders: [anOrder({ sent: SENT, changes: [] })] });
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Kim Lee sent this order already.')).toBeVisible();
  await expect.element(card().getByText(/sent .* by Kim Lee/)).toBeVisible();
});

test('another delivery day is asked for by a tap', async () => {
  await open();
  await card()
    .getByText(/^Delivery days/)
    .click();
  await card().getByRole('checkbox', { name: 'Thu 3 Dec' }).click();
  await expect
    .poll(() => server.sent(getShopping).at(-1)?.query.arrivals)
    .toEqual([
      { supplierId: 5, arrives: MON },
      { supplierId: 5, arrives: '2026-12-03' },
    ]);
});

test('stock is counted from a line', async () => {
  await open('', 'kitchen');
  await card().getByRole('button', { name: 'Count Rice' }).click();
  await card().getByRole('textbox', { name: 'There is: Rice' }).fill('4');
  await card().getByRole('button', { name: 'Save' }).click();
  await expect.element(card().getByText(/^In stock: 4.0 kg/)).toBeVisible();
  expect(server.sent(countStock)[0]?.body).toEqual({ amount: '4', unit: 'kg', seen: 500 });
});

test('stock is thrown away with a reason', async () => {
  await openPortalPage(<StockTab />, {
    server,
    heading: 'Shopping',
    role: 'kitchen',
    at: '/admin?tab=shopping&by=stock',
  });
  await page.getByRole('button', { name: 'Thrown away of Rice' }).click();
  await page.getByRole('textbox', { name: 'Thrown away: Rice' }).fill('9');
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
  list = aList({ orders: [], withoutPack: [], missing: [] });
  await page.getByRole('button', { name: 'Later' }).click();
  await expect.element(page.getByText(/^Nothing to buy/)).toBeVisible();
});
