import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import {
  arrangeRun,
  type DeliveryReply,
  getRun,
  listDeliveries,
} from '#areas/orders/calls/deliveries.ts';
import {
  assignDrivers,
  type AssignDriversRequest,
  handOver,
  listDrivers,
} from '#areas/delivery/calls/drivers.ts';
import { listIncidents } from '#areas/delivery/calls/incidents.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { DeliveriesTab } from '#areas/delivery/web/portal/deliveries/deliveries-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const DATE = '2026-01-13';
const SAM = { id: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61', name: 'Sam Road' };
const ANA = { id: '1f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a62', name: 'Ana Lee' };
const KIM = { id: '2f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a63', name: 'Kim Ng' };

const SUBURBS = ['Capalaba', 'Capalaba', 'Cleveland', 'Cleveland'];

const aDelivery = (stop: number, change: Partial<DeliveryReply> = {}): DeliveryReply => ({
  id: stop * 10,
  orderId: stop,
  orderNumber: `RT-0000-000${stop}`,
  date: DATE,
  timeSlot: '11:00-13:00',
  status: 'packed',
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
    address: `${stop} Shore Street`,
    suburb: SUBURBS[stop - 1] ?? 'Cleveland',
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
let fixedAt: string | null;
let arranged: { ids: number[]; after: number }[];

const open = () =>
  openPortalPage(<DeliveriesTab />, {
    server,
    heading: 'Admin Portal',
    at: `/admin?tab=deliveries&date=${DATE}`,
  });

beforeEach(() => {
  deliveries = [1, 2, 3, 4].map((stop) => aDelivery(stop));
  fixedAt = null;
  arranged = [];
  server.answers(listDeliveries, () => deliveries);
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
  server.answers(listIncidents, () => []);
  server.answers(listDrivers, () => [ANA, KIM, SAM]);
  server.answers(getRun, () => ({ version: 4, isArranged: false, arrangedBy: null, fixedAt }));
  server.answers(arrangeRun, ({ body }) => {
    arranged.push({ ids: body.ids, after: body.after });
    return { version: 5, stops: [] };
  });
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** As a hand moves: a drop counts where the pointer has been seen. */
const drag = (from: Locator, onto: Locator) => userEvent.dragAndDrop(from, onto, { steps: 20 });
const dialog = () => page.getByRole('dialog');

test('a window is split between two drivers by the numbers of its stops', async () => {
  const sent: AssignDriversRequest[] = [];
  server.answers(assignDrivers, ({ body }) => {
    sent.push(body);
    return { version: 5, assigned: 4 };
  });
  await open();
  await button('Drivers of 11am-1pm').click();
  await dialog().getByRole('button', { name: 'One more driver' }).click();
  await dialog().getByLabelText('Driver 1: stops 1 and 2').selectOptions('Sam Road');
  await dialog().getByLabelText('Driver 2: stops 3 and 4').selectOptions('Ana Lee');
  await dialog().getByRole('slider').fill('3');
  await expect.element(dialog().getByText('Driver 1: stops 1 to 3')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Give out' }).click();
  expect(sent).toEqual([
    {
      date: DATE,
      window: '11:00-13:00',
      version: 4,
      parts: [
        { driverId: SAM.id, ids: [10, 20, 30] },
        { driverId: ANA.id, ids: [40] },
      ],
    },
  ]);
});

test('or by suburb', async () => {
  const sent: AssignDriversRequest[] = [];
  server.answers(assignDrivers, ({ body }) => {
    sent.push(body);
    return { version: 5, assigned: 4 };
  });
  await open();
  await button('Drivers of 11am-1pm').click();
  await dialog().getByRole('radio', { name: 'Suburb' }).click();
  await dialog().getByLabelText('Cleveland, 2 stops').selectOptions('Ana Lee');
  await dialog().getByRole('button', { name: 'Give out' }).click();
  expect(sent[0]?.parts).toEqual([
    { driverId: null, ids: [10, 20] },
    { driverId: ANA.id, ids: [30, 40] },
  ]);
});

test('handing over the rest names what to ask the driver, and takes four taps', async () => {
  deliveries = deliveries.map((one) => ({ ...one, driver: SAM, status: 'out' }));
  const done: unknown[] = [];
  server.answers(handOver, ({ body }) => {
    if (!body.dryRun) done.push(body);
    return {
      from: SAM,
      lastReportAt: '2026-01-13T02:12:00.000Z',
      previewHash: 'abc',
      stops: deliveries.map(({ id, stop, timeSlot }, index) => ({
        id,
        stop: stop ?? 0,
        window: timeSlot,
        name: 'Ann',
        to: index < 2 || body.to.length === 1 ? ANA : KIM,
        isMaybeDone: index < 2,
      })),
    };
  });
  await open();
  await button('Hand over the rest of Sam Road, 4').click();
  await dialog().getByRole('checkbox', { name: 'Ana Lee' }).click();
  await dialog().getByRole('checkbox', { name: 'Kim Ng' }).click();
  await expect.element(dialog().getByText(/^Ask Sam Road: 1, 2\?/)).toBeVisible();
  await expect.element(dialog().getByText('11am-1pm: stops 3 and 4 to Kim Ng')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Hand over 4' }).click();
  expect(done).toEqual([
    { date: DATE, from: SAM.id, to: [ANA.id, KIM.id], dryRun: false, previewHash: 'abc' },
  ]);
});

test('a hand-over that someone else has done already shows what is true now', async () => {
  deliveries = deliveries.map((one) => ({ ...one, driver: SAM, status: 'out' }));
  let rest = 4;
  server.answers(handOver, ({ body }) => {
    if (!body.dryRun) {
      rest = 0;
      return refused(409, {
        code: 'preview_changed',
        message: 'Something changed since this preview.',
      });
    }
    return {
      from: SAM,
      lastReportAt: null,
      previewHash: `of ${rest}`,
      stops: deliveries.slice(0, rest).map(({ id, stop, timeSlot }) => ({
        id,
        stop: stop ?? 0,
        window: timeSlot,
        name: 'Ann',
        to: ANA,
        isMaybeDone: false,
      })),
    };
  });
  await open();
  await button('Hand over the rest of Sam Road, 4').click();
  await dialog().getByRole('checkbox', { name: 'Ana Lee' }).click();
  await dialog().getByRole('button', { name: 'Hand over 4' }).click();
  await expect.element(dialog().getByText('Sam Road has no open stops.')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Hand over 0' })).toBeDisabled();
});

test('the list says who drives, what they said and saw, and shows the stops of one driver', async () => {
  deliveries = [
    aDelivery(1, {
      driver: SAM,
      notices: [
        {
          id: 1,
          text: 'Address changed 3:12pm: 4 Wharf Street',
          shownAt: '2026-01-13T05:14:00.000Z',
          shownTo: 'Sam Road',
          isRead: true,
        },
      ],
      events: [
        {
          status: 'delivered',
          at: '2026-01-13T05:20:00.000Z',
          receivedAt: '2026-01-13T05:20:00.000Z',
          by: 'Sam Road',
          reason: '',
          place: 'Front door',
          note: 'Beside the fern',
          photoKey: '0197f3a0-0000-7000-8000-000000000001',
          isDecisive: true,
          isUndo: false,
        },
      ],
    }),
    aDelivery(2, { driver: ANA }),
  ];
  await open();
  await expect.element(page.getByText('Driver: Sam Road')).toBeVisible();
  await expect.element(page.getByText('“Beside the fern”', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Sam Road saw it', { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Photo of stop 1' }))
    .toHaveAttribute('href', '/api/admin/deliveries/photos/0197f3a0-0000-7000-8000-000000000001');
  await page.getByLabelText('Driver', { exact: true }).selectOptions('Ana Lee');
  await expect.element(page.getByText('Driver: Sam Road')).not.toBeInTheDocument();
  await expect.element(page.getByText('Driver: Ana Lee')).toBeVisible();
});

test('a row is dragged elsewhere by mouse', async () => {
  await open();
  await drag(button('Drag stop 4, Ann Stop4'), button('Drag stop 1, Ann Stop1'));
  await expect.poll(() => arranged).toEqual([{ ids: [40], after: 0 }]);
});

test('with it go all ticked ones', async () => {
  await open();
  for (const stop of [1, 2])
    await page.getByRole('checkbox', { name: `Stop ${stop}, Ann Stop${stop}` }).click();
  await drag(button('Drag stop 1, Ann Stop1'), button('Drag stop 3, Ann Stop3'));
  await expect.poll(() => arranged).toEqual([{ ids: [10, 20], after: 3 }]);
});

test('a suburb is dragged by its heading', async () => {
  await open();
  await drag(button('Drag Capalaba, 2 stops'), button('Drag stop 4, Ann Stop4'));
  await expect.poll(() => arranged).toEqual([{ ids: [10, 20], after: 4 }]);
});

test('Alt and an arrow key do the same; once labels are printed it says how many change', async () => {
  fixedAt = '2026-01-12T20:00:00.000Z';
  await open();
  const handle = button('Drag stop 3, Ann Stop3');
  await expect.element(handle).toBeEnabled();
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(dialog().getByText('2 labels change')).toBeVisible();
  expect(arranged).toEqual([]);
  await dialog().getByRole('button', { name: 'Move, then print 2' }).click();
  expect(arranged).toEqual([{ ids: [30], after: 1 }]);
  await expect.element(page.getByText('2 labels have another number now.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Print 2 new labels' })).toBeVisible();
});
