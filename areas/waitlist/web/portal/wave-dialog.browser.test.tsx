import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  sendWave,
  type SendWaveRequest,
  type WavePreview,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { WaveDialog } from './waves-card.tsx';
import type { StaffRole } from '#platform/rules/roles.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const WEEK: OrderingWeekReply = {
  timeZone: 'Australia/Brisbane',
  now: '2026-01-06T02:00:00Z',
  cutoff: '2026-01-11T07:00:00Z',
  pastDeadline: false,
  sale: { state: 'before' },
  weekStart: '2026-01-13',
  weekEnd: '2026-01-19',
  days: [],
};
const PREVIEW: WavePreview = {
  previewHash: 'seen',
  people: [
    {
      id: 4,
      name: 'Ann',
      email: 'ann@example.com',
      suburb: 'Cleveland',
      joinedAt: '2026-01-05T02:00:00Z',
    },
  ],
  mail: { subject: 'You can order now', text: 'Hello Ann, order before everyone else.' },
};
const PREVIEWED = { preview: PREVIEW, wave: null };

beforeEach(() => server.answers(getOrderingWeek, () => WEEK));

const open = (isOpen: boolean, role: StaffRole = 'owner') =>
  openPortalPage(<WaveDialog choices={[{ suburb: 'Cleveland', people: 7 }]} onClose={() => {}} />, {
    server,
    heading: 'Waitlist',
    at: '/admin?tab=waitlist',
    role,
    config: isOpen ? {} : { sale: { state: 'before' }, hasLaunched: false },
  });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const early = () => page.getByRole('checkbox', { name: 'Their email has a link to order already' });
const sent = () => server.sent(sendWave).map(({ body }) => body as SendWaveRequest);

test.each([390, 1280])('those invited may order before everyone else, at %i', async (width) => {
  await page.viewport(width, 844);
  server.answers(sendWave, () => PREVIEWED);
  await open(false);
  await button('Preview').click();
  await expect.element(page.getByText('Please choose at least one suburb')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Cleveland (7)' }).click();
  await expect.element(page.getByText('Please choose at least one suburb')).not.toBeInTheDocument();
  await early().click();
  await page.getByLabelText('Most orders').fill('0');
  expect(await listViolations()).toEqual([]);
  await page.getByLabelText('Most orders').fill('12');
  await button('Preview').click();
  await expect.element(page.getByText('Hello Ann, order before everyone else.')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Send 1 invitation').click();
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toMatchObject({
    suburbs: ['Cleveland'],
    people: 20,
    preview: { mostOrders: 12 },
    previewHash: 'seen',
  });
});

test('a link that may not be made is refused at its field, and nothing is sent', async () => {
  server.answers(sendWave, () =>
    refused(400, {
      code: 'invalid',
      message: 'Please check',
      fields: { 'preview.mostOrders': 'Please enter 1 to 500 orders' },
    }),
  );
  await open(false);
  await page.getByRole('checkbox', { name: 'Cleveland (7)' }).click();
  await early().click();
  await button('Preview').click();
  await expect.element(page.getByText('Please enter 1 to 500 orders')).toBeVisible();
  await expect.element(button('Preview')).toBeVisible();
});

test.each<[string, boolean, StaffRole]>([
  ['once everyone may order', true, 'owner'],
  ['to those who may not make preview links', false, 'manager'],
])('a link is not offered %s', async (_when, isOpen, role) => {
  await open(isOpen, role);
  await expect.element(button('Preview')).toBeVisible();
  await expect.element(early()).not.toBeInTheDocument();
});
