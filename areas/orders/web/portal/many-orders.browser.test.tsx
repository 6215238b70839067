import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { getCustomer } from '#areas/customers/calls/customers.ts';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import {
  type AdminOrderReply,
  countOrders,
  getOrder,
  listOrders,
} from '#areas/order-book/calls/admin-orders.ts';
import { listMessages } from '#areas/messages/calls/emails.ts';
import {
  type ManyStatusReply,
  messageMany,
  setStatusOfMany,
} from '#areas/orders/calls/order-bulk.ts';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { moveDeliveries } from '#areas/orders/calls/move-or-cancel.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { OrdersTab } from './orders-tab.tsx';
import { anAdminDelivery, anAdminOrder } from '#areas/orders/web/portal/test-order.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine, fakeServer, refused, never } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

const FIRST_NAMES = ['Ana', 'Ben', 'Cho', 'Dee', 'Eve', 'Flo'];
let orders: AdminOrderReply[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  orders = FIRST_NAMES.map((firstName, index) => {
    const order = anAdminOrder({ id: index + 1, orderNumber: `RT-0000-000${index + 1}` });
    return { ...order, customer: { ...order.customer, firstName } };
  });
  server.answers(listSlots, () => []);
  server.answers(getCustomer, never);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(listOrders, ({ query }) =>
    orders.filter(({ customer }) => customer.firstName.includes(query.q ?? '')),
  );
  server.answers(countOrders, () => ({
    all: 6,
    pending: 0,
    confirmed: 6,
    delivered: 0,
    cancelled: 0,
  }));
});

async function open(role: StaffRole = 'owner') {
  const opened = await openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders',
    role,
  });
  await expect.element(box(1)).toBeVisible();
  return opened;
}
const box = (order: number) => page.getByRole('checkbox', { name: `Tick RT-0000-000${order}` });
const link = (order: number) =>
  page.getByRole('link', { name: `RT-0000-000${order}`, exact: true });
const bar = page.getByRole('region', { name: 'Ticked orders' });
const dialog = page.getByRole('dialog');
const says = (where: Locator, words: string) =>
  expect.poll(() => where.element().textContent).toContain(words);
const boxes = () =>
  orders.map(({ id }) => (box(id).elements()[0] as HTMLInputElement | undefined)?.checked ?? null);

describe('ticking', () => {
  test('one by one, from one to another with Shift, and all that are shown', async () => {
    await open();
    await expect.element(bar).not.toBeInTheDocument();
    await box(2).click();
    await box(5).click({ modifiers: ['Shift'] });
    await expect.poll(boxes).toEqual([false, true, true, true, true, false]);
    await says(bar, '4 ticked');
    await page.getByRole('checkbox', { name: 'Tick all 6 shown' }).click();
    await says(bar, '6 ticked');
    expect(await listViolations()).toEqual([]);
    await bar.getByRole('button', { name: 'Untick all' }).click();
    await expect.element(bar).not.toBeInTheDocument();
  });

  test('what a search hides is left out, and the bar says so', async () => {
    await open();
    await box(1).click();
    await box(2).click();
    await page.getByRole('searchbox').fill('Ana');
    await says(bar, '1 ticked');
    await says(bar, '1 more ticked, but not in this list: left out');
    server.answers(setStatusOfMany, ({ body }) => aStatusReply(body.ids, []));
    await bar.getByRole('button', { name: 'Status…' }).click();
    await dialog.getByLabelText('Status').selectOptions('pending');
    await expect.poll(() => server.sent(setStatusOfMany).at(-1)?.body.ids).toEqual([1]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('searchbox').fill('');
    await expect.poll(boxes).toEqual([true, true, false, false, false, false]);
  });

  test('only what a role may do is offered', async () => {
    await open('phone');
    await box(1).click();
    const offered = () =>
      bar
        .getByRole('button')
        .elements()
        .map((button) => button.textContent);
    await expect.poll(offered).toEqual(['Status…', 'Message…', 'Move…', 'Untick all']);
  });
});

describe('keys', () => {
  test('j and k walk, x ticks, Enter opens, Escape unticks', async () => {
    server.answers(getOrder, ({ params }) => orders[params.id - 1]!);
    server.answers(getTimeline, () => ({ entries: [] }));
    const { address } = await open();
    await userEvent.keyboard('jj');
    await expect.element(link(2)).toHaveFocus();
    await userEvent.keyboard('x');
    await expect.poll(boxes).toEqual([false, true, false, false, false, false]);
    await userEvent.keyboard('jjk');
    await expect.element(link(3)).toHaveFocus();
    await userEvent.keyboard('x{Escape}');
    await expect.poll(boxes).toEqual(orders.map(() => false));
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toContain('order=3');
  });

  test('are letters while a search is typed, and nothing while a dialog is open', async () => {
    await open();
    await userEvent.keyboard('/xj?');
    await expect.element(page.getByRole('searchbox')).toHaveValue('xj?');
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('');
    await expect.element(box(1)).toBeVisible();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    await expect.element(dialog.getByRole('heading', { name: 'Keys' })).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await userEvent.keyboard('jx');
    expect(boxes()).toEqual(orders.map(() => false));
  });
});

const aStatusReply = (
  ids: readonly number[],
  refusedIds: readonly number[],
  isDryRun = true,
): ManyStatusReply => ({
  isDryRun,
  previewHash: `of ${ids.join()}`,
  told: ids.length - refusedIds.length,
  refund: '0.00',
  results: ids.map((id) => {
    const row = { id, orderNumber: `RT-0000-000${id}`, customer: 'Ana Nguyễn', version: 2 };
    return refusedIds.includes(id)
      ? {
          ...row,
          ok: false,
          code: 'still_to_come',
          message: '3 deliveries are still to come.',
          status: 'confirmed' as const,
          isTold: false,
        }
      : { ...row, ok: true, status: 'delivered' as const, isTold: true };
  }),
});

test('the status of many is previewed, set, and told row by row; those refused stay ticked', async () => {
  server.answers(setStatusOfMany, ({ body }) => aStatusReply(body.ids, [2], body.dryRun));
  await open();
  for (const order of [1, 2, 3]) await box(order).click();
  await bar.getByRole('button', { name: 'Status…' }).click();
  await dialog.getByLabelText('Status').selectOptions('delivered');
  await says(dialog, '2 orders set to delivered.');
  await says(dialog, '2 customers get an email.');
  await says(dialog, 'RT-0000-0002, Ana Nguyễn: 3 deliveries are still to come.');
  expect(await listViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Set 2 orders to delivered' }).click();
  await expect
    .element(dialog.getByRole('heading', { name: '2 orders set to delivered' }))
    .toBeVisible();
  await says(dialog.getByRole('region', { name: 'Not changed' }), 'RT-0000-0002');
  expect(await listViolations()).toEqual([]);
  expect(server.sent(setStatusOfMany).at(-1)?.body).toMatchObject({
    ids: [1, 2, 3],
    status: 'delivered',
    dryRun: false,
    previewHash: 'of 1,2,3',
  });
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await expect.poll(boxes).toEqual([false, true, false, false, false, false]);
});

test('a preview that is no longer true is fetched again, and nothing is set', async () => {
  server.answers(setStatusOfMany, ({ body }) =>
    body.dryRun
      ? aStatusReply(body.ids, [])
      : refused(409, { message: 'Something changed.', code: 'preview_changed' }),
  );
  await open();
  await box(1).click();
  await bar.getByRole('button', { name: 'Status…' }).click();
  await dialog.getByLabelText('Status').selectOptions('delivered');
  await dialog.getByRole('button', { name: 'Set 1 order to delivered' }).click();
  await expect.element(page.getByText('Nothing changed', { exact: true })).toBeVisible();
  await expect
    .poll(() => server.sent(setStatusOfMany).map(({ body }) => body.dryRun))
    .toEqual([true, false, true]);
});

describe('a message', () => {
  beforeEach(() => {
    server.answers(listMessages, () => ({
      mode: 'kept',
      textMode: 'service',
      failed: 0,
      waiting: 0,
      messages: [],
      nextCursor: null,
    }));
  });

  test('is written, seen as it arrives, and sent once by one key', async () => {
    server.answers(messageMany, ({ body }) => ({
      isDryRun: body.dryRun,
      previewHash: 'p',
      textMode: 'service',
      emails: 1,
      texts: 1,
      example: {
        recipient: 'mia@example.com',
        subject: body.subject,
        text: `Hello Ana, ${body.text}`,
        textMessage: `Redlands Table: ${body.textMessage}`,
      },
      results: body.ids.map((id, index) => ({
        id,
        ok: true,
        orderNumber: `RT-0000-000${id}`,
        customer: 'Ana Nguyễn',
        email: 'mia@example.com',
        phone: index === 0 ? '+61412345678' : '',
        isTogether: index > 0,
      })),
    }));
    await open('phone');
    await box(1).click();
    await box(2).click();
    await bar.getByRole('button', { name: 'Message…' }).click();
    await says(dialog, 'no offers and no advertising');
    await dialog.getByLabelText('Subject').fill('The bridge');
    await dialog.getByLabelText('Message', { exact: true }).fill('We come later.');
    await dialog.getByRole('checkbox', { name: 'Send a text to mobile phones too' }).click();
    await expect.element(dialog.getByRole('button', { name: /^Send/ })).toBeDisabled();
    await dialog.getByLabelText('Text', { exact: true }).fill('Later today');
    for (const said of [
      '1 email, 1 text. Customers with several of these orders get it once.',
      'RT-0000-0001: mia@example.com, text to 0412 345 678',
      'RT-0000-0002: the same email',
      'Hello Ana, We come later.',
      'Redlands Table: Later today',
    ])
      await says(dialog, said);
    expect(await listViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send to 1 customer' }).click();
    await says(dialog, 'On its way to 1 customer');
    const all = server.sent(messageMany).map(({ body }) => body);
    const [seen, sent] = [all.at(-2), all.at(-1)];
    expect(sent).toMatchObject({ dryRun: false, previewHash: 'p', key: seen?.key });
  });

  test('that is refused keeps its words, with what is wrong at its field', async () => {
    server.answers(messageMany, () =>
      refused(400, {
        message: 'Too long',
        code: 'invalid',
        fields: { textMessage: 'Too long: 170 characters' },
      }),
    );
    await open();
    await box(1).click();
    await bar.getByRole('button', { name: 'Message…' }).click();
    await dialog.getByLabelText('Subject').fill('The bridge');
    await dialog.getByLabelText('Message', { exact: true }).fill('We come later.');
    await dialog.getByRole('checkbox', { name: 'Send a text to mobile phones too' }).click();
    await dialog.getByLabelText('Text', { exact: true }).fill('Later today');
    await says(dialog, 'Too long: 170 characters');
    await expect.element(dialog.getByLabelText('Subject')).toHaveValue('The bridge');
  });
});

test('moving takes the next open delivery of each, and says which have none', async () => {
  const delivery = (id: number, date: string, status: 'planned' | 'delivered') =>
    anAdminDelivery({
      id,
      date,
      status,
    });
  orders[0] = {
    ...orders[0]!,
    deliveries: [delivery(11, '2026-01-13', 'delivered'), delivery(12, '2026-01-14', 'planned')],
  };
  orders[1] = { ...orders[1]!, deliveries: [delivery(21, '2026-01-13', 'delivered')] };
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
  server.answers(moveDeliveries, ({ body }) => ({
    isDryRun: body.dryRun,
    previewHash: 'm',
    places: { date: body.date, timeSlot: body.timeSlot, taken: 1, left: 4 },
    told: 1,
    results: body.ids.map((id) => ({
      id,
      ok: true,
      customer: 'Ana Nguyễn',
      isTold: true,
      joins: false,
      meals: 2,
      isKept: false,
      cookedAgain: null,
      cookCents: null,
    })),
  }));
  await open();
  await box(1).click();
  await box(2).click();
  await bar.getByRole('button', { name: 'Move…' }).click();
  await says(dialog, 'No delivery is still to come.');
  await expect.element(dialog.getByLabelText('To')).not.toBeInTheDocument();
  await dialog.getByRole('radio', { name: /^Thu 15 Jan, 11am-1pm/ }).click();
  await dialog.getByRole('button', { name: 'Move to Thu 15 Jan, 11am-1pm' }).click();
  await expect.poll(() => server.sent(moveDeliveries).at(-1)?.body.ids).toEqual([12]);
  await expect.element(dialog.getByRole('heading', { name: '1 delivery moved' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await expect.poll(boxes).toEqual([false, true, false, false, false, false]);
});
