import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import {
  type AdminOrderReply,
  countOrders,
  listOrders,
} from '#areas/order-book/calls/admin-orders.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { OrdersTab } from '#areas/orders/web/portal/orders-tab.tsx';
import { anAdminDelivery, anAdminOrder } from '#areas/orders/web/portal/test-order.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

let orders: AdminOrderReply[];

const of = (id: number, date: string, status: 'planned' | 'delivered') =>
  anAdminDelivery({
    id,
    date,
    status,
  });

beforeEach(async () => {
  await page.viewport(1280, 800);
  orders = Array.from({ length: 20 }, (_, index) =>
    anAdminOrder({
      id: index + 1,
      orderNumber: `RT-7K3F-9Q${index + 10}`,
      balance: '1.50',
      deliveries: [
        of(1, '2026-01-13', 'delivered'),
        of(2, '2026-01-14', 'planned'),
        of(3, '2026-01-16', 'planned'),
      ],
    }),
  );
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(listOrders, () => orders);
  server.answers(listMeals, () => []);
  server.answers(countOrders, ({ query }) => ({
    all: 20,
    pending: 0,
    confirmed: 20,
    delivered: 0,
    cancelled: 0,
    ...(query.balance && { balanceSum: '119.80' }),
  }));
});

const openOrders = (at = '/admin?tab=orders') =>
  openPortalPage(<OrdersTab />, { server, heading: 'Admin Portal', at });

const rows = () => page.getByRole('row').all().slice(1);

test('a laptop shows each order in one line of 36 px with all of its facts', async () => {
  await openOrders();
  await expect.poll(() => rows().length).toBe(20);
  const [first] = rows();
  for (const fact of [
    'RT-7K3F-9Q10',
    'Mia Nguyễn',
    'Cleveland',
    'Wed 14 Jan, 11am-1pm',
    'and 2 more',
    '$20.98',
    '$1.50 due',
  ])
    expect(first?.element().textContent, fact).toContain(fact);
  for (const row of rows()) expect(row.element().getBoundingClientRect().height).toBe(36);
  await expect.element(page.getByLabelText('Status of RT-7K3F-9Q10')).toHaveValue('confirmed');
  for (const heading of ['Order', 'Customer', 'Suburb', 'Next delivery', 'Meals', 'Net', 'Balance'])
    await expect
      .element(page.getByRole('columnheader', { name: new RegExp(`^${heading}`) }))
      .toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('every heading sorts on the server, either way, and the address keeps it', async () => {
  const { address } = await openOrders();
  const asked = () => server.sent(listOrders).at(-1)?.query.sort;
  await page.getByRole('button', { name: 'Net' }).click();
  await expect.poll(asked).toBe('-net');
  await page.getByRole('button', { name: 'Net' }).click();
  await expect.poll(asked).toBe('net');
  await expect.poll(address).toBe('/admin?tab=orders&sort=net');
  await page.getByRole('button', { name: 'Customer', exact: true }).click();
  await expect.poll(asked).toBe('customer');
});

test('under a day the delivery’s column is of that day, with who drives it', async () => {
  await openOrders('/admin?tab=orders&date=2026-01-16');
  await expect.element(page.getByRole('columnheader', { name: 'Fri 16 Jan' })).toBeVisible();
  await expect.poll(() => rows()[0]?.element().textContent).toContain('11am-1pm, no driver');
});

test('a phone shows cards whose controls are as large as a fingertip', async () => {
  await page.viewport(390, 844);
  await openOrders();
  // Without the line of headings.
  const cards = () => page.getByRole('row').all();
  await expect.poll(() => cards().length).toBe(20);
  const [card] = cards();
  const controls = [...(card?.element().querySelectorAll('a, button, select') ?? [])];
  expect(controls.length).toBeGreaterThan(4);
  for (const control of controls)
    expect(control.getBoundingClientRect().height, control.textContent).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('filters are asked for together, counted, named in a line, kept in the address and cleared', async () => {
  const { address } = await openOrders('/admin?tab=orders&suburb=Cleveland');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabelText('Delivery window').selectOptions('4pm-6pm');
  await page.getByLabelText('Money').selectOptions('Money owed');
  await page.getByRole('checkbox', { name: 'With allergies or diets' }).click();
  await expect
    .element(page.getByText(/^Shown: 4pm-6pm · Cleveland · with allergies or diets · Money owed/))
    .toBeVisible();
  await expect.element(page.getByText('$119.80 in all')).toBeVisible();
  const asked = {
    window: '16:00-18:00',
    suburb: 'Cleveland',
    balance: 'owed',
    allergies: 'yes',
  };
  await expect.poll(() => server.sent(listOrders).at(-1)?.query).toMatchObject(asked);
  await expect.poll(() => server.sent(countOrders).at(-1)?.query).toEqual(asked);
  expect(new URLSearchParams(address().split('?')[1]).get('window')).toBe('16:00-18:00');
  // The list of before is faded while the next one loads.
  await expect.poll(listViolations).toEqual([]);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(address).toBe('/admin?tab=orders');
  await expect.element(page.getByText(/^Shown:/)).not.toBeInTheDocument();
});
