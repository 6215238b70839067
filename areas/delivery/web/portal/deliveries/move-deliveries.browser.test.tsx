import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type DeliveryReply, getRun, listDeliveries } from '#areas/orders/calls/deliveries.ts';
import { cancel, moveDeliveries, settleMissed } from '#areas/orders/calls/move-or-cancel.ts';
import { listIncidents } from '#areas/delivery/calls/incidents.ts';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { DeliveriesTab } from '#areas/delivery/web/portal/deliveries/deliveries-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const DATE = '2026-01-13';
const NOON = '11:00-13:00';

const aDelivery = (stop: number, change: Partial<DeliveryReply> = {}): DeliveryReply => ({
  id: stop,
  orderId: stop,
  orderNumber: `RT-0000-000${stop}`,
  date: DATE,
  timeSlot: NOON,
  status: 'planned',
  stop,
  nearStop: null,
  version: 1,
  flag: null,
  flagSeenBy: null,
  isSettled: false,
  madeOn: null,
  customer: {
    firstName: 'Ann',
    lastName: `Stop${stop}`,
    phone: '+61412345678',
    address: '12 Shore Street, Cleveland',
    suburb: 'Cleveland',
    specialInstructions: '',
    deliveryPreference: 'cold',
  },
  payer: null,
  isGift: false,
  people: [{ name: 'Mia', allergens: [], avoid: [], diets: [], note: '', items: [] }],
  bags: 1,
  driver: null,
  notices: [],
  events: [],
  ...change,
});

let deliveries: DeliveryReply[];
let previews: number;

const open = (more = '', role?: StaffRole) =>
  openPortalPage(<DeliveriesTab />, {
    server,
    heading: 'Admin Portal',
    at: `/admin?tab=deliveries&date=${DATE}${more}`,
    ...(role && { role }),
  });

beforeEach(() => {
  previews = 0;
  deliveries = [aDelivery(1), aDelivery(2)];
  server.answers(listDeliveries, () => deliveries);
  server.answers(listSlots, () => []);
  server.answers(listIncidents, () => []);
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
  server.answers(getRun, () => ({
    version: 4,
    isArranged: false,
    arrangedBy: null,
    fixedAt: null,
  }));
  server.answers(moveDeliveries, ({ body }) => {
    if (body.dryRun) previews += 1;
    return {
      isDryRun: body.dryRun ?? false,
      previewHash: `seen ${previews}`,
      places: { date: body.date, timeSlot: NOON, taken: 1, left: 3 },
      told: 1,
      results: body.ids.map((id) =>
        id === 1
          ? {
              id,
              ok: true,
              customer: 'Ann Stop1',
              isTold: true,
              joins: false,
              meals: 2,
              isKept: body.sameBag ?? true,
              cookedAgain: body.sameBag === false ? ('asked' as const) : null,
              cookCents: null,
              onHold: ['Curry for Mia contains milk'],
            }
          : {
              id,
              ok: false,
              code: 'slot_full',
              message: 'No place left on Wed 14 Jan 2026, 11am-1pm.',
              customer: 'Ann Stop2',
              isTold: false,
              joins: false,
              meals: 2,
              isKept: false,
              cookedAgain: null,
              cookCents: null,
            },
      ),
    };
  });
  server.answers(cancel, ({ body }) => ({
    isDryRun: body.dryRun ?? false,
    previewHash: 'seen',
    amount: body.refund === 'none' ? '0.00' : '24.98',
    kept: body.refund === 'none' ? '24.98' : '0.00',
    told: 1,
    results: (body.deliveryIds ?? []).map((id) => ({
      id,
      ok: true,
      customer: `Ann Stop${id}`,
      isTold: true,
      amount: '24.98',
      meals: 2,
      cooked: 0,
    })),
  }));
});

const bagOf = (stop: number) =>
  page.getByRole('checkbox', { name: `Stop ${stop}, Ann Stop${stop}` });
const dialog = () => page.getByRole('dialog');
const done = () => server.sent(moveDeliveries).filter(({ body }) => !body.dryRun);

test('ticked deliveries move after a preview; what stays says why and stays ticked', async () => {
  await open();
  await bagOf(1).click();
  await bagOf(2).click();
  await page.getByRole('button', { name: 'Move to another window…' }).click();
  await expect.element(dialog()).toMatchTextContent('From Tue 13 Jan (2)');
  // Nothing is asked before a day is chosen, so nothing is being loaded.
  expect(dialog().getByRole('status').elements()).toEqual([]);
  await dialog().getByLabelText('To').fill('2026-01-14');
  await expect.element(dialog()).toMatchTextContent('3 places stay free');
  await expect.element(dialog()).toMatchTextContent('1 stays as it is');
  await expect.element(dialog()).toMatchTextContent('These meals go on hold');
  await expect.element(dialog()).toMatchTextContent('Ann Stop1: Curry for Mia contains milk.');
  await dialog().getByLabelText('Because of').fill('bad weather');
  await dialog()
    .getByRole('button', { name: /^Move 1 delivery to Wed 14 Jan/ })
    .click();
  await expect.element(page.getByText('1 delivery moved')).toBeVisible();
  expect(done().map(({ body }) => body)).toMatchObject([
    { ids: [1, 2], date: '2026-01-14', timeSlot: NOON, cause: 'bad weather', notify: true },
  ]);
  await expect.element(bagOf(1)).not.toBeChecked();
  await expect.element(bagOf(2)).toBeChecked();
  await expect.element(page.getByText('No place left on Wed 14 Jan 2026, 11am-1pm.')).toBeVisible();
});

test('a preview that is no longer true is shown again, and nothing has moved', async () => {
  await open('&move=1');
  await dialog()
    .getByRole('radio', { name: /^Wed 14 Jan, 11am-1pm/ })
    .click();
  const go = dialog().getByRole('button', { name: 'Move to Wed 14 Jan, 11am-1pm' });
  await expect.element(dialog()).toMatchTextContent('3 places stay free');
  expect(await listViolations()).toEqual([]);
  server.answers(moveDeliveries, () =>
    refused(409, { code: 'preview_changed', message: 'Something changed since this preview.' }),
  );
  await go.click();
  await expect.element(page.getByText('Nothing changed')).toBeVisible();
  await expect.element(dialog()).toBeVisible();
});

test('cancelling says what goes back; to keep the money needs a reason', async () => {
  await open();
  await page.getByRole('button', { name: 'Cancel… stop 1, Ann Stop1' }).click();
  await expect
    .element(dialog().getByRole('button', { name: /^Cancel .*, refund \$24\.98$/ }))
    .toBeEnabled();
  await expect.element(dialog()).toMatchTextContent('2 meals, not cooked yet.');
  await dialog().getByText('Keep the money').click();
  const go = dialog().getByRole('button', { name: /, keep the money$/ });
  await expect.element(dialog()).toMatchTextContent('$24.98 is kept.');
  await expect.element(go).toBeDisabled();
  await dialog().getByLabelText('Why it is kept').fill('Too late');
  await go.click();
  await expect.element(page.getByText('1 delivery cancelled')).toBeVisible();
  expect(server.sent(cancel).at(-1)?.body).toMatchObject({
    deliveryIds: [1],
    refund: 'none',
    reason: 'Too late',
    previewHash: 'seen',
  });
});

test('a missed delivery offers to come again, its money, or nothing with a note', async () => {
  deliveries = [aDelivery(1, { status: 'missed' })];
  server.answers(settleMissed, () => ({ results: [{ id: 1, ok: true }] }));
  await open();
  await page.getByRole('button', { name: 'Again… stop 1, Ann Stop1' }).click();
  await expect.element(dialog().getByRole('radio', { name: 'Same bags, kept cold' })).toBeChecked();
  await dialog().getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Leave it… stop 1, Ann Stop1' }).click();
  await dialog().getByLabelText('Note').fill('They moved away');
  await dialog().getByRole('button', { name: 'Settle' }).click();
  await expect.element(page.getByText('1 delivery settled')).toBeVisible();
});

test('the kitchen may neither move nor cancel', async () => {
  await open('', 'kitchen');
  await expect.element(page.getByText('Ann Stop1, Cleveland')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Move|Cancel)/ }).elements()).toEqual([]);
});
