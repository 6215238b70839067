import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type DueOrder, getGoodsIn, takeInGoods } from '#areas/kitchen/calls/goods.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { quietLiveLine, fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { GoodsInTab } from './goods-in-tab.tsx';

const server = fakeServer();

quietLiveLine();

const TODAY = '2026-11-30';
const MEAT = { storeArea: 'meat', pack: '1 kg' } as const;
const ORDER: DueOrder = {
  id: 7,
  supplierId: 5,
  supplier: 'Range Meats',
  arrives: TODAY,
  arrivesByMinute: 420,
  sentAt: '2026-11-29T07:20:00.000Z',
  state: 'sent',
  lines: [
    { ...MEAT, packId: 11, ingredientId: 1, ingredient: 'Chicken thigh', packs: 4 },
    { ...MEAT, packId: 12, ingredientId: 2, ingredient: 'Lamb mince', packs: 1 },
    { ...MEAT, packId: 13, ingredientId: 3, ingredient: 'Beef rump', packs: 1 },
  ],
};

let due: DueOrder[];

beforeEach(() => {
  due = [ORDER];
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-11-29T21:00:00.000Z',
    cutoff: '2026-12-06T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-12-08',
    weekEnd: '2026-12-14',
    days: [],
  }));
  server.answers(getGoodsIn, () => ({
    today: TODAY,
    due,
    suppliers: [{ id: 5, name: 'Range Meats' }],
    ingredients: [
      { id: 2, name: 'Lamb mince', baseUnit: 'g', storeArea: 'meat', packs: [] },
      { id: 4, name: 'Rice', baseUnit: 'g', storeArea: 'dry', packs: [] },
    ],
  }));
  server.answers(takeInGoods, () => {
    due = [];
    return { lots: [], state: 'received' };
  });
});

async function open(query = '') {
  await openPortalPage(<GoodsInTab />, {
    server,
    heading: 'Shopping',
    role: 'kitchen',
    at: `/admin?tab=shopping&by=goods${query}`,
  });
}

const choose = (line: string, pill: string) =>
  page
    .getByRole('group', { name: new RegExp(line) })
    .getByRole('radio', { name: pill, exact: true })
    .click({ force: true });

test.each([390, 820])(
  'at %i px a delivery with a short and a refused line is one save',
  async (width) => {
    await page.viewport(width, 1180);
    await open();
    await expect.element(page.getByRole('heading', { name: /Range Meats/ })).toBeVisible();
    await choose('Lamb mince', '0');
    await page.getByRole('button', { name: 'All the others came' }).click();
    await page.getByRole('button', { name: 'Refuse… Beef rump' }).click();
    await page.getByRole('button', { name: 'Take in 2 of 3 lines' }).click();
    await expect.element(page.getByText(/Please measure the chilled goods/)).toBeVisible();
    await expect.element(page.getByText('Say whether the rest is still coming')).toBeVisible();
    expect(server.sent(takeInGoods)).toEqual([]);
    expect(await listViolations()).toEqual([]);
    await page.getByLabelText(/Chilled on arrival/).fill('3.4');
    await choose('1 missing', 'Not coming: order again');
    await page.getByLabelText(/What was wrong/).fill('Package open, sent back');
    await page
      .getByLabelText(/Lot on the pack/)
      .first()
      .fill('4471');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Take in 2 of 3 lines' }).click();
    await expect.element(page.getByText('No order is on its way.')).toBeVisible();
    expect(server.sent(takeInGoods)[0]?.body).toMatchObject({
      orderId: 7,
      supplierId: 5,
      chilledTenths: 34,
      frozenTenths: null,
      lines: [
        { packId: 11, packs: 4, lot: '4471', useBy: null, accepted: true },
        { packId: 12, packs: 0, missing: 'not_coming' },
        { packId: 13, packs: 1, accepted: false, note: 'Package open, sent back' },
      ],
    });
  },
);

test('what nobody has said anything of waits, and a wrong line is named', async () => {
  server.answers(takeInGoods, () =>
    refused(400, {
      code: 'invalid',
      message: 'Check it.',
      fields: { 'lines.0.accepted': 'Please refuse these goods: past its use-by date.' },
    }),
  );
  await open();
  await choose('Lamb mince', 'It came');
  await page.getByLabelText(/Chilled on arrival/).fill('3.4');
  await page.getByRole('button', { name: 'Take in 1 of 3 lines' }).click();
  await expect.element(page.getByText(/Please refuse these goods/)).toBeVisible();
  expect(server.sent(takeInGoods)[0]?.body.lines).toHaveLength(1);
});

test('someone was faster: it says who', async () => {
  server.answers(takeInGoods, () =>
    refused(409, { code: 'already_received', message: 'Ana has already taken this in.' }),
  );
  await open();
  await choose('Lamb mince', 'It came');
  await page.getByLabelText(/Chilled on arrival/).fill('3.4');
  await page.getByRole('button', { name: /^Take in/ }).click();
  await expect.element(page.getByText('Ana has already taken this in.')).toBeVisible();
});

test('what was bought in a shop because it was too late is taken in with its name', async () => {
  await open('&ingredient=4');
  await expect.element(page.getByLabelText('What came?')).toHaveValue('4');
  await page.getByLabelText('How much?').fill('2');
  await page.getByRole('button', { name: 'Take in 1 of 1 line' }).click();
  await expect
    .poll(() => server.sent(takeInGoods)[0]?.body)
    .toMatchObject({
      orderId: null,
      supplierId: null,
      lines: [{ ingredientId: 4, packId: null, amount: '2', unit: 'kg' }],
    });
});
