import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { HelpTab } from './help-tab.tsx';

const server = fakeServer();

const open = (at: string) =>
  openPortalPage(<HelpTab />, { server, heading: 'Admin Portal', at: `/admin?tab=help${at}` });
const pages = page.getByRole('navigation', { name: 'Handbook' });
const search = page.getByRole('searchbox', { name: 'Search the handbook' });

beforeEach(() => page.viewport(390, 844));

test('opens at a normal day, and every page is one tap away', async () => {
  await open('');
  await expect.element(page.getByRole('heading', { name: 'A normal day' })).toBeVisible();
  await pages.getByRole('link', { name: 'A refund' }).click();
  await expect.element(page.getByRole('heading', { name: 'Refund money' })).toBeVisible();
  await expect
    .element(pages.getByRole('link', { name: 'A refund' }))
    .toHaveAttribute('aria-current', 'page');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('a page shows its pictures, no wider than a phone', async () => {
  await open('&page=a-normal-day');
  const picture = page.getByRole('img', { name: /^Today in the portal/ });
  await expect.element(picture).toBeVisible();
  await expect
    .poll(() => (picture.element() as HTMLImageElement).naturalWidth)
    .toBeGreaterThan(600);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('the link of an alarm opens at its section', async () => {
  await open('&page=alarms&section=refund_failed');
  const section = page.getByRole('region', { name: 'Refunds have failed' });
  await expect.element(section).toHaveFocus();
  await expect.element(section).toBeInViewport();
  await expect.element(section.getByText('Mark as handled')).toBeVisible();
});

test('a search lists sections, and the one that is chosen opens', async () => {
  await open('&page=a-storm');
  await search.fill('lost phone');
  await page
    .getByRole('list', { name: 'Search results' })
    .getByRole('link', { name: /^A phone is lost/ })
    .click();
  await expect.element(page.getByRole('region', { name: 'A phone is lost' })).toHaveFocus();
  await expect.element(search).toHaveValue('');
});

test('a search without results says so', async () => {
  await open('');
  await search.fill('helicopter');
  await expect.element(page.getByText('Nothing about “helicopter”')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('an address of a page that does not exist opens the first', async () => {
  await open('&page=gone');
  await expect.element(page.getByRole('heading', { name: 'A normal day' })).toBeVisible();
});
