import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listOrders } from '#areas/order-book/calls/admin-orders.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { anAdminOrder } from '#areas/orders/web/portal/test-order.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const KEYS = '{Control>}k{/Control}';

beforeEach(async () => {
  await page.viewport(1280, 800);
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-13T02:00:00.000Z',
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  server.answers(listOrders, ({ query }) =>
    query.q === 'ngu' ? [anAdminOrder({ id: 7, orderNumber: 'RT-7K3F-9Q2X' })] : [],
  );
});

const open = (role?: StaffRole) =>
  openPortalPage(
    <label>
      Name <input />
    </label>,
    {
      server,
      heading: 'Admin Portal',
      at: '/admin?tab=meals',
      ...(role && { role }),
    },
  );
const input = page.getByRole('combobox');
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

test('Ctrl-K opens it while a field is typed in; a few letters and Enter go to a page', async () => {
  const { address } = await open();
  await page.getByLabelText('Name').fill('Mia');
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveFocus();
  expect(await listViolations()).toEqual([]);
  await userEvent.keyboard('deliv');
  await expect.poll(options).toEqual(expect.arrayContaining(['Deliveries', 'Delivery Slots']));
  await userEvent.keyboard('eries{Enter}');
  await expect.poll(address).toBe('/admin?tab=deliveries');
  await expect.element(input).not.toBeInTheDocument();
});

test('an order is found by the server and opened', async () => {
  const { address } = await open();
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveFocus();
  await input.fill('ngu');
  const found = page.getByRole('option', { name: /RT-7K3F-9Q2X Mia Nguyễn/ });
  await expect.element(found).toBeVisible();
  expect(server.sent(listOrders).map(({ query }) => query.q)).toEqual(['ngu']);
  expect(await listViolations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin?tab=orders&order=7');
});

test('what fits best comes first: whole words, then beginnings, then parts; of two alike, an order', async () => {
  server.answers(listOrders, () => [
    anAdminOrder({ id: 7, orderNumber: 'RT-7K3F-9Q2X', suburb: 'Homeville' }),
  ]);
  await open();
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveFocus();
  await input.fill('home');
  await expect.poll(options).toEqual(['Today', expect.stringContaining('RT-7K3F-9Q2X')]);
  await input.fill('rt-7k3f-9q2x');
  await expect.poll(options).toEqual([expect.stringContaining('RT-7K3F-9Q2X')]);
  await input.fill('hom');
  await expect.poll(options).toEqual([expect.stringContaining('RT-7K3F-9Q2X'), 'Today']);
  await input.fill('ord');
  await expect.poll(() => options().at(0)).toBe('Customer Orders');
});

test('nothing is offered that the role may not open', async () => {
  await open('phone');
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveFocus();
  await expect.poll(options).toContain('Customer Orders');
  for (const page_ of ['System', 'Payments', 'Print today’s labels', 'Pack', 'New meal'])
    expect(options()).not.toContain(page_);
});

test('the header says that it exists, Escape closes it, and it does not open over a dialog', async () => {
  await open();
  await page.getByRole('button', { name: /^Find or do anything/ }).click();
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(input).not.toBeInTheDocument();
  await userEvent.keyboard('/');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(input).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await userEvent.keyboard(KEYS);
  await expect.element(input).not.toBeInTheDocument();
});
