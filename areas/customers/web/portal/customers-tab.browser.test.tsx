import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type CustomerSummary, listCustomers } from '#areas/customers/calls/customers.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { CustomersTab } from './customers-tab.tsx';

const MIA: CustomerSummary = {
  id: 1,
  name: 'Mia Nguyễn',
  email: 'mia@example.com',
  phone: '+61412345678',
  suburb: 'Cleveland',
  orders: 2,
  firstOrderAt: '2026-01-07T02:00:00.000Z',
  lastOrderAt: '2026-01-07T04:00:00.000Z',
};

const server = fakeServer();
/** In the sequence in which they were first asked for. */
const sorts = () => [...new Set(server.sent(listCustomers).map(({ query }) => query.sort))];
const heading = (name: string) => page.getByRole('columnheader', { name });
const open = (at: string) => {
  server.answers(listCustomers, () => ({ customers: [MIA], nextCursor: null }));
  return openPortalPage(<CustomersTab />, { server, heading: 'Customers', at });
};

test('a heading sorts, pressed again the other way round, by keys too; the address says how', async () => {
  await page.viewport(1280, 800);
  const { address } = await open('/admin?tab=customers');
  await expect.element(heading('Last order')).toHaveAttribute('aria-sort', 'descending');
  await heading('Orders').getByRole('button').click();
  await expect.element(heading('Orders')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(heading('Last order')).not.toHaveAttribute('aria-sort');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Orders')).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toBe('/admin?tab=customers&sort=orders');
  await expect.poll(sorts).toEqual([undefined, '-orders', 'orders']);
  expect(heading('Email').getByRole('button').elements()).toEqual([]);
  expect(await listViolations()).toEqual([]);
});

test('on a phone a list of cards is sorted by a choice', async () => {
  await page.viewport(390, 844);
  await open('/admin?tab=customers&sort=name');
  const choice = page.getByRole('combobox', { name: 'Sorted by' });
  await expect.element(choice).toHaveValue('name');
  await choice.selectOptions('Orders');
  await expect.poll(sorts).toEqual(['name', '-orders']);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('what no customer has sorts nothing', async () => {
  await open('/admin?tab=customers&sort=height');
  await expect.element(page.getByText('Mia Nguyễn')).toBeVisible();
  expect(sorts()).toEqual([undefined]);
});
