/**
 * Every reply, email, text and document of a kitchen in Hobart says nothing of the default one. All of them are listed
 * from the program's own registers: what is added without a line here fails.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { EXAMPLE_VALUES } from '#areas/messages/rules/delivery-messages.ts';
import {
  DELIVERY_MESSAGE_KINDS,
  MESSAGE_KINDS,
  type MessageKind,
} from '#areas/messages/rules/messages.ts';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { mealRatings, problems } from '#areas/customers/server/tables/problems.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';
import { ingredients } from '#areas/menu/server/tables/recipes.ts';
import { type MessageRow, messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { deliveryEvents, deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { recipientTokenFor } from '#areas/order-book/server/recipient-link.ts';
import { linkTokenFor } from './link-token.ts';
import { settleIncidents } from '#areas/delivery/server/work-incident.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { writeText } from '#areas/messages/server/write-text.ts';
import { writeOfflinePage, writeUnavailablePage } from '#areas/business/server/unavailable-page.ts';
import { registerSearchFiles } from '#platform/server/http/search-files.ts';
import { registerUnsubscribeForm } from '#app/server/unsubscribe-form.ts';
import { registerWebManifest } from '#app/server/site-files.ts';
import type { PrintedDocument } from '#areas/printouts/server/drawer-port.ts';
import {
  kitchenInHobart,
  WORD_OF_ANOTHER_SERVICE,
  WORDS_OF_THE_DEFAULTS,
} from '#quality/support/a-kitchen-in-hobart.ts';
import {
  addAGuest,
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { aPhoneOrder } from '#quality/support/a-phone-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
/** What stands in the addresses below. */
let known: Record<string, string | number>;
const routes: RegisteredRoute[] = [];

const PLAIN = '17:00-20:00';
const customer = { ...A_CUSTOMER, address: '12 Wharf Street, Unit 3, Sandy Bay TAS 7005' };

/** A present, for the pages and paper of presents. */
const ROSE = {
  firstName: 'Rose',
  lastName: 'Quill',
  phone: '0498 765 432',
  isGift: true,
  message: 'Enjoy',
};

async function aLunch() {
  const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch');
  if (!lunch) throw new Error('the menu has no lunch');
  return lunch;
}

async function anOrderHere() {
  const meal = anItem(await aLunch(), { deliveryWindow: PLAIN });
  return aPaidOrder(t, { orderItems: [meal], customer, recipient: ROSE });
}

/** It waits for its payment. */
async function aCallHere() {
  const on = { mealDate: day(1), deliveryDate: day(1), deliveryWindow: PLAIN } as const;
  return aPhoneOrder(t, staff, { orderItems: [anItem(await aLunch(), on)], customer });
}

beforeAll(async () => {
  t = await startTestApp({ business: kitchenInHobart });
  staff = await aStaffClient(t);
  const onRoute = (route: RegisteredRoute) => routes.push(route);
  const { sandbox } = t;
  const app = { log: null, isHttps: false, isDev: false, sandbox, onRoute };
  await (await buildApp(t.context, app)).close();
  known = await fillKitchen();
});
afterAll(() => t.close());

/** One of everything that an address can name. */
async function fillKitchen() {
  const [order, owing, cancelled] = [await anOrderHere(), await anOrderHere(), await anOrderHere()];
  await addAGuest(t, staff, owing.id);
  await staff.delete(`/api/admin/orders/${cancelled.id}?refund=full`);
  const { db } = t.context;
  await t.app.inject({
    method: 'POST',
    url: '/api/waitlist',
    body: { email: 'ann@example.com', suburb: 'Kingston' },
  });
  await sendMessages(t.context);
  for (const sheet of ['prep-sheet', 'run-sheet', 'labels'])
    await staff.get(`/api/admin/${sheet}?date=${day(0)}`);
  const [refund] = await db.select().from(refunds);
  const [entry] = await db.select().from(waitlistEntries);
  const printouts = await db.select().from(printedDocuments);
  const [message] = await db.select().from(messages);
  const [delivery] = await db.select().from(deliveries);
  const closing = {
    from: day(0),
    until: day(0),
    windows: [PLAIN],
    cause: 'the storm',
    notify: false,
  };
  const seen = await staff.post('/api/admin/closures', { ...closing, dryRun: true });
  const { previewHash } = seen.json<{ previewHash: string }>();
  const closed = await staff.post('/api/admin/closures', { ...closing, previewHash });
  await settleIncidents(t.context);
  const { customers } = (await staff.get('/api/admin/customers?q=mia')).json<{
    customers: { id: string }[];
  }>();
  const hook = { url: 'http://localhost:9/orders', events: ['order.paid'] };
  const added = await staff.post('/api/admin/webhooks', hook);
  const { webhook } = added.json<{ webhook: { id: string } }>();
  const called = await aCallHere();
  const goods = await someGoods();
  return {
    phoneOrder: called.id,
    payLink: called.token,
    goods,
    meal: (await aLunch()).id,
    date: day(0),
    tomorrow: day(1),
    order: order.id,
    owing: owing.id,
    cancelled: cancelled.id,
    refund: refund!.id,
    entry: entry!.id,
    printout: printouts[0]!.id,
    message: message!.id,
    delivery: delivery!.id,
    ...(await aReport(delivery!)),
    bell: await aBell(),
    incident: closed.json<{ incidentId: number }>().incidentId,
    customer: customers[0]!.id,
    staff: staff.staff.id,
    webhook: webhook.id,
    problem: await aProblem(order.id),
    stopToken: linkTokenFor('stop ratings', order.id, t.context.trackingSecret),
    stopRemindersToken: linkTokenFor('stop reminders', order.id, t.context.trackingSecret),
    token: await trackingTokenOf(t, order.id),
    received: await receivedTokenOf(order.id),
  };
}

/** For the delivery as it is by now. */
async function aReport({ id }: typeof deliveries.$inferSelect): Promise<{ event: number }> {
  const { db } = t.context;
  const now = new Date(t.context.clock());
  const [{ date, window } = never()] = await db
    .select()
    .from(deliveries)
    .where(eq(deliveries.id, id));
  const [event = never()] = await db
    .insert(deliveryEvents)
    .values({
      deliveryId: id,
      date,
      window,
      status: 'delivered',
      statusBefore: 'out',
      isDecisive: false,
      at: now,
      receivedAt: now,
      changeId: randomUUID(),
    })
    .returning();
  return { event: event.id };
}

async function aBell(): Promise<number> {
  const { db } = t.context;
  const [slot = never()] = await db
    .insert(deliverySlots)
    .values({ date: day(1), window: PLAIN, maxDeliveries: 20 })
    .onConflictDoUpdate({
      target: [deliverySlots.date, deliverySlots.window],
      set: { window: PLAIN },
    })
    .returning();
  const mine = { slotId: slot.id, email: 'ann@example.com', mailbox: 'ann@example.com' };
  const [bell = never()] = await db
    .insert(slotBells)
    .values({ ...mine, network: '', state: 'told', toldAt: new Date(t.context.clock()) })
    .returning();
  return bell.id;
}

function never(): never {
  throw new Error('there is none');
}

async function receivedTokenOf(orderId: number): Promise<string> {
  const [row] = await t.context.db.select().from(orders).where(eq(orders.id, orderId));
  return recipientTokenFor(row!.checkoutId, row!.recipient!.phone, t.context.trackingSecret);
}

async function someGoods(): Promise<number> {
  const flour = { name: 'Flour', labelName: 'flour', baseUnit: 'g', storeArea: 'dry' } as const;
  const [{ id: ingredientId } = { id: 0 }] = await t.context.db
    .insert(ingredients)
    .values(flour)
    .returning();
  const reply = await staff.post('/api/admin/goods-in', {
    key: randomUUID(),
    orderId: null,
    supplierId: null,
    lines: [{ ingredientId, amount: '2', unit: 'kg' }],
  });
  return reply.json<{ lots: { id: number }[] }>().lots[0]!.id;
}

/** Reported of an order with stars for its meal. */
async function aProblem(orderId: number): Promise<number> {
  const { db } = t.context;
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const { id: itemId, mealId, mealDate } = item!;
  const rating = { orderId, mealId, stars: 5, comment: 'Lovely', deliveredOn: mealDate };
  await db.insert(mealRatings).values(rating);
  const dueAt = new Date(t.context.clock());
  const said = { kind: 'missing', text: 'No box', isUrgent: false, dueAt } as const;
  const [problem] = await db
    .insert(problems)
    .values({ ...said, orderId, itemIds: [itemId] })
    .returning();
  return problem!.id;
}

/** Why there is nothing to look at. */
type Reason = { not: string };
const not = (reason: string): Reason => ({ not: reason });

/** `{name}` as in `known`. A list where a call answers in several formats. */
const ADDRESSES: Record<string, string[] | Reason> = {
  '/api/*': not('no call of ours'),
  '/sandbox/*': not('no call of ours'),
  '/livez': ['/livez'],
  '/readyz': ['/readyz'],
  '/metrics': ['/metrics'],
  '/suburb': not('leads on to a page'),
  '/t/:code': not('leads on to the tracking page'),
  '/api/login': not('leads on to a page'),
  '/api/logout': not('leads on to a page'),
  '/api/auth/oidc': not('leads to the sign-in of others'),
  '/api/auth/callback/oidc': not('leads on to a page'),
  '/api/auth/options': ['/api/auth/options'],
  '/api/auth/user': ['/api/auth/user'],
  '/api/auth/security': ['/api/auth/security'],
  '/api/openapi.json': ['/api/openapi.json'],
  '/api/config': ['/api/config'],
  '/api/meals': ['/api/meals'],
  '/api/ordering-week': ['/api/ordering-week'],
  '/api/waitlist': ['/api/waitlist'],
  '/api/slot-bells': not('asks with the secret of an email, which is below'),
  '/api/waitlist/news': not('asks with a token; its page is below'),
  '/api/waitlist/unsubscribe': not('asks with a token; its page is below'),
  '/api/orders/track/:token': ['/api/orders/track/{token}'],
  '/api/orders/received/:token': ['/api/orders/received/{received}'],
  '/api/orders/track/:token/calendar.ics': ['/api/orders/track/{token}/calendar.ics'],
  '/api/orders/track/:token/receipt.pdf': ['/api/orders/track/{token}/receipt.pdf'],
  '/api/orders/track/:token/photos/:key': not('a picture'),
  '/api/orders/track/:token/aftercare': ['/api/orders/track/{token}/aftercare'],
  '/api/orders/track/:token/again': ['/api/orders/track/{token}/again'],
  '/api/orders/track/:token/change': ['/api/orders/track/{token}/change'],
  '/api/pay/:token': ['/api/pay/{payLink}'],
  '/api/orders/ratings/unsubscribe': ['/api/orders/ratings/unsubscribe?token={stopToken}'],
  '/api/orders/reminders/unsubscribe': [
    '/api/orders/reminders/unsubscribe?token={stopRemindersToken}',
  ],
  '/colours/:file': not('colours alone'),
  '/favicon.ico': not('a picture'),
  '/images/logo/:file': not('a picture'),
  '/images/meals/:file': not('a picture'),
  '/api/admin/deliveries/photos/:key': not('a picture'),
  '/api/admin/problems': ['/api/admin/problems'],
  '/api/admin/problems/:id/photos/:photo': not('a picture'),
  '/api/admin/problems/:id/windows': ['/api/admin/problems/{problem}/windows'],
  '/api/admin/ratings': ['/api/admin/ratings'],
  '/api/admin/live': not('a stream that never ends, of names of tables'),
  '/api/admin/webhooks': ['/api/admin/webhooks'],
  '/api/admin/webhooks/:id/log': ['/api/admin/webhooks/{webhook}/log'],
  '/api/admin/tokens': ['/api/admin/tokens'],
  '/api/admin/sessions': ['/api/admin/sessions'],
  '/api/admin/orders': ['/api/admin/orders'],
  '/api/admin/orders/counts': ['/api/admin/orders/counts'],
  '/api/admin/orders.csv': ['/api/admin/orders.csv?orderId={order}'],
  '/api/admin/orders/:id': ['/api/admin/orders/{order}', '/api/admin/orders/{cancelled}'],
  '/api/admin/orders/:id/receipt.pdf': ['/api/admin/orders/{order}/receipt.pdf'],
  '/api/admin/orders/:id/timeline': ['/api/admin/orders/{order}/timeline'],
  '/api/admin/audit': ['/api/admin/audit'],
  '/api/admin/audit/staff': ['/api/admin/audit/staff'],
  '/api/admin/audit.csv': ['/api/admin/audit.csv'],
  '/api/admin/customers': ['/api/admin/customers'],
  '/api/admin/customers/:id': ['/api/admin/customers/{customer}'],
  '/api/admin/customers.csv': ['/api/admin/customers.csv'],
  '/api/admin/messages': ['/api/admin/messages'],
  '/api/admin/messages/:id': ['/api/admin/messages/{message}'],
  '/api/admin/messages/:id/page': ['/api/admin/messages/{message}/page'],
  '/api/admin/page-texts': ['/api/admin/page-texts'],
  '/api/admin/page-texts/:key/history': ['/api/admin/page-texts/home.intro/history'],
  '/api/admin/waitlist.csv': ['/api/admin/waitlist.csv'],
  '/api/admin/waitlist/waves': ['/api/admin/waitlist/waves'],
  '/api/admin/today': ['/api/admin/today'],
  '/api/admin/deliveries': ['/api/admin/deliveries?date={date}'],
  '/api/admin/deliveries/run': ['/api/admin/deliveries/run?date={date}&window=17:00-20:00'],
  '/api/admin/deliveries/drivers': ['/api/admin/deliveries/drivers'],
  '/api/admin/incidents': ['/api/admin/incidents'],
  '/api/admin/incidents/:id': ['/api/admin/incidents/{incident}'],
  '/api/admin/incidents/:id/result.csv': ['/api/admin/incidents/{incident}/result.csv'],
  '/api/drive/day': ['/api/drive/day'],
  '/api/pack/day': ['/api/pack/day'],
  '/api/admin/delivery-slots': ['/api/admin/delivery-slots'],
  '/api/admin/payments': ['/api/admin/payments'],
  '/api/admin/figures': ['/api/admin/figures'],
  '/api/admin/figures/days.csv': ['/api/admin/figures/days.csv'],
  '/api/admin/figures/documents.csv': ['/api/admin/figures/documents.csv'],
  '/api/admin/figures/food': ['/api/admin/figures/food'],
  '/api/admin/figures/food.csv': ['/api/admin/figures/food.csv'],
  '/api/admin/figures/forecasts.csv': ['/api/admin/figures/forecasts.csv'],
  '/api/admin/meals': ['/api/admin/meals'],
  '/api/admin/sample-menu': ['/api/admin/sample-menu'],
  '/api/admin/imports': ['/api/admin/imports?kind=meals'],
  '/api/admin/imports/template': ['/api/admin/imports/template?kind=meals'],
  '/api/admin/import-files/:fileId': not('the rows of a file that staff sent'),
  '/api/admin/recipe-alerts': ['/api/admin/recipe-alerts'],
  '/api/admin/given-food': ['/api/admin/given-food'],
  '/api/bench': ['/api/bench?date={date}'],
  '/api/admin/temperatures': ['/api/admin/temperatures?from={date}&to={date}'],
  '/api/admin/temperature-record': [
    '/api/admin/temperature-record?from={date}&to={date}',
    '/api/admin/temperature-record?from={date}&to={date}&format=csv',
  ],
  '/api/admin/food-safety': ['/api/admin/food-safety'],
  '/api/admin/goods-in': ['/api/admin/goods-in'],
  '/api/admin/goods-lots': ['/api/admin/goods-lots'],
  '/api/admin/goods-lots/:id/recall': ['/api/admin/goods-lots/{goods}/recall'],
  '/api/admin/goods-lots/:id/recall.csv': ['/api/admin/goods-lots/{goods}/recall.csv'],
  '/api/admin/recall-runs': ['/api/admin/recall-runs'],
  '/api/admin/meal-traces': ['/api/admin/meal-traces?mealId={meal}&date={date}'],
  '/api/admin/prep-sheet': [
    '/api/admin/prep-sheet?date={tomorrow}',
    '/api/admin/prep-sheet?date={tomorrow}&format=csv',
  ],
  '/api/admin/run-sheet': [
    '/api/admin/run-sheet?date={tomorrow}',
    '/api/admin/run-sheet?date={tomorrow}&format=csv',
  ],
  '/api/admin/day-papers': ['/api/admin/day-papers?date={tomorrow}'],
  '/api/admin/labels': [
    '/api/admin/labels?date={tomorrow}',
    '/api/admin/labels?orderId={order}&stock=roll_58',
  ],
  '/api/admin/gift-cards': ['/api/admin/gift-cards?date={tomorrow}'],
  '/api/admin/phone-orders': ['/api/admin/phone-orders'],
  '/api/admin/phone-orders/:id': ['/api/admin/phone-orders/{phoneOrder}'],
  '/api/admin/limits': ['/api/admin/limits?from={date}&to={tomorrow}'],
  '/api/admin/meals/:id/label': ['/api/admin/meals/{meal}/label'],
  '/api/admin/meals/:id/limits': ['/api/admin/meals/{meal}/limits?from={date}&to={tomorrow}'],
  '/api/admin/menu-weeks': ['/api/admin/menu-weeks?from={date}&to={tomorrow}'],
  '/api/admin/production/plan': ['/api/admin/production/plan?from={date}&to={tomorrow}'],
  '/api/admin/production/plan.csv': ['/api/admin/production/plan.csv?from={date}&to={tomorrow}'],
  '/api/admin/production/shopping': ['/api/admin/production/shopping?from={date}&to={tomorrow}'],
  '/api/admin/production/shopping.csv': [
    '/api/admin/production/shopping.csv?from={date}&to={tomorrow}',
  ],
  '/api/admin/production/shopping.pdf': [
    '/api/admin/production/shopping.pdf?from={date}&to={tomorrow}',
  ],
  '/api/admin/production/stock': ['/api/admin/production/stock'],
  '/api/admin/suppliers': ['/api/admin/suppliers'],
  '/api/admin/recipe-book': ['/api/admin/recipe-book'],
  '/api/admin/components/:id/versions': not('a kitchen without recipes has none'),
  '/api/admin/meals/:id/recipe/versions': not('a kitchen without recipes has none'),
  '/api/next-menu': ['/api/next-menu'],
  '/api/admin/papers': ['/api/admin/papers?date={date}'],
  '/api/admin/papers/stale-dates': ['/api/admin/papers/stale-dates'],
  '/api/admin/papers/:id/change-slip': ['/api/admin/papers/{printout}/change-slip'],
  '/api/admin/staff': ['/api/admin/staff'],
  '/api/admin/staff/:id/sessions': ['/api/admin/staff/{staff}/sessions'],
  '/api/admin/system': ['/api/admin/system'],
  '/api/admin/system/recovery-sheet': ['/api/admin/system/recovery-sheet'],
  '/api/admin/export': ['/api/admin/export'],
  '/api/admin/settings': ['/api/admin/settings'],
  '/api/admin/settings/unlisted-suburbs': ['/api/admin/settings/unlisted-suburbs'],
  '/api/admin/settings/versions': ['/api/admin/settings/versions'],
  '/api/admin/settings/versions/:version': ['/api/admin/settings/versions/1'],
  '/api/admin/connections': ['/api/admin/connections'],
  '/api/admin/going-live': ['/api/admin/going-live'],
  '/api/admin/going-live/previews': ['/api/admin/going-live/previews'],
  '/preview/:token': not('leads on to a page'),
  '/api/admin/going-live/label': ['/api/admin/going-live/label?layout=roll'],
};

/** Where each kind of PDF comes from. A new kind does not compile without one. */
const DOCUMENTS: Record<PrintedDocument['kind'], string> = {
  labels: '/api/admin/labels',
  prep_sheet: '/api/admin/prep-sheet',
  run_sheet: '/api/admin/run-sheet',
  day_printouts: '/api/admin/day-papers',
  change_slip: '/api/admin/papers/:id/change-slip',
  temperature_record: '/api/admin/temperature-record',
  shopping_list: '/api/admin/production/shopping.pdf',
  receipt: '/api/orders/track/:token/receipt.pdf',
  gift_cards: '/api/admin/gift-cards',
  recovery_sheet: '/api/admin/system/recovery-sheet',
};

function gets(): string[] {
  const urls = routes.filter(({ method }) => method === 'GET').map(({ url }) => url);
  // A picture of a page of the reference, and what it loads.
  return [...new Set(urls)].filter((url) => !url.startsWith('/api/docs'));
}

async function textsOf(zip: Buffer): Promise<string> {
  const parts: string[] = [];
  const file = await yauzl.fromBufferPromise(zip);
  for await (const entry of file.eachEntry()) {
    for await (const chunk of await file.openReadStreamPromise(entry)) parts.push(String(chunk));
  }
  return parts.join('');
}

async function read(url: string): Promise<string> {
  const reply = await staff.get(url);
  expect(reply.statusCode, `${url}: ${reply.body.slice(0, 500)}`).toBe(200);
  const type = reply.headers['content-type'];
  if (type === 'application/zip') return textsOf(reply.rawPayload);
  return type === 'application/pdf' ? (await pdfPages(reply.rawPayload)).join('\n') : reply.body;
}

function leftover(text: string): string | undefined {
  const at = WORDS_OF_THE_DEFAULTS.exec(text)?.index;
  return at === undefined ? undefined : text.slice(Math.max(0, at - 60), at + 60);
}

/** For programs, which keep the kinds of meals as they are; and meals, of which their cook writes what they like. */
function isData(url: string): boolean {
  return /^\/api\/(?:admin\/export$|admin\/imports\/template|(?:admin\/)?meals$)/.test(url);
}

/** What people read of it: in JSON the words and sentences, not the types of meals as the wire has them. */
function readable(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  const sentences: string[] = [];
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value === 'string' && / |^[A-Z]/.test(value)) sentences.push(value);
    return value;
  });
  return sentences.join('\n');
}

/** This kitchen serves tea. */
function rawService(text: string): string | undefined {
  const at = WORD_OF_ANOTHER_SERVICE.exec(text)?.index;
  return at === undefined ? undefined : text.slice(Math.max(0, at - 60), at + 60);
}

describe('a reply', () => {
  test('of every call that reads is looked at', () => {
    expect(Object.keys(ADDRESSES).toSorted()).toEqual(gets().toSorted());
    expect(Object.values(DOCUMENTS).filter((url) => !(url in ADDRESSES))).toEqual([]);
  });

  const looked = Object.values(ADDRESSES).flatMap((urls) => ('not' in urls ? [] : urls));
  test.each(looked)('of %s says nothing of the default kitchen', async (address) => {
    const url = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known[name]));
    const text = await read(url);
    expect(text).not.toBe('');
    expect(leftover(text)).toBeUndefined();
    if (!isData(url)) expect(rawService(readable(text))).toBeUndefined();
  });
});

/** More than any kind needs; for each kind of customer's messages, the order that it can be about. */
function aMessage(kind: MessageKind): typeof messages.$inferInsert {
  const orderOf: Partial<Record<MessageKind, string>> = {
    order_payment_due: 'owing',
    refund_made: 'cancelled',
    cancelled: 'cancelled',
  };
  const isWaitlist = kind.startsWith('waitlist');
  return {
    kind,
    dedupeKey: `elsewhere ${kind}`,
    recipient: 'mia@example.com',
    orderId: isWaitlist ? null : Number(known[orderOf[kind] ?? 'order']),
    waitlistEntryId: isWaitlist ? Number(known['entry']) : null,
    deliveryId: isWaitlist ? null : Number(known['delivery']),
    facts: {
      refundIds: [Number(known['refund'])],
      eventId: Number(known['event']),
      inviteUrl: 'http://localhost/invite#secret',
      staffName: 'Noah Chef',
      news: ['The sauce has milk in it now.'],
      food: {
        orderNumber: 'DK-1',
        mealName: 'Curry',
        personName: 'Mia',
        why: 'it may contain milk',
      },
      recipe: { change: 'milk added', people: 1, deliveries: 1, stops: 1 },
      mealsAtOdds: [{ id: 1, name: 'Laksa', why: 'The ingredients name prawn.' }],
      supplierOrder: {
        supplier: 'Derwent Meats',
        arrives: '2026-01-12',
        isChange: true,
        isOneMore: false,
        lines: [
          { ingredient: 'Lamb mince', pack: '5 kg bag', code: 'LM5', packs: 2, was: 1 },
          { ingredient: 'Beef cheek', pack: '4 kg bag', code: '', packs: 0, was: 1 },
        ],
        note: 'By the back door, please.',
        by: 'Noah Chef',
      },
      webhook: {
        host: 'crm.example.com',
        reason: 'gone',
        since: '2026-01-07T02:00:00.000Z',
        last: '410',
        lost: 2,
      },
      problem: {
        kind: 'missing',
        orderNumber: 'DK-1',
        dueAt: '2026-01-08T02:00:00.000Z',
        decision: 'new_delivery',
        answer: 'Sorry about that.',
        toDate: day(1),
        toWindow: PLAIN,
      },
      phoneOrder: { checkoutId: String(known['phoneOrder']) },
      notOrdered: { checkoutId: String(known['phoneOrder']), why: 'slot_full' },
      bell: { id: Number(known['bell']) },
      written: { subject: 'About Monday', text: 'Are you home?' },
      fields: { ...EXAMPLE_VALUES, first: 'Mia' },
    },
  };
}

async function store(kind: MessageKind): Promise<MessageRow> {
  const { db } = t.context;
  await db.delete(messages).where(eq(messages.dedupeKey, `elsewhere ${kind}`));
  const [row] = await db.insert(messages).values(aMessage(kind)).returning();
  if (kind === 'waitlist_news')
    await db.update(waitlistEntries).set({ newsAskedAt: new Date(t.context.clock()) });
  return row!;
}

/** Only written in its week, for who asked for it. */
async function writeReminder(message: MessageRow) {
  const now = new Date(t.context.clock()).toISOString();
  await t.context.db
    .insert(orderReminders)
    .values({ orderId: Number(known['order']) })
    .onConflictDoNothing();
  t.setNow(new Date(t.context.clock() + 7 * 86_400_000).toISOString());
  const email = await writeEmail(t.context, message);
  t.setNow(now);
  return email;
}

test.each(MESSAGE_KINDS)(
  'the email %s is the kitchen’s own, and its time and place',
  async (kind) => {
    const stored = await store(kind);
    const email = await (kind === 'reorder_reminder'
      ? writeReminder(stored)
      : writeEmail(t.context, stored));
    const text = JSON.stringify(email);
    expect(text).toContain('Derwent Kitchen');
    expect(leftover(text)).toBeUndefined();
    expect(rawService(text)).toBeUndefined();
  },
);

test.each([...DELIVERY_MESSAGE_KINDS, 'staff_message'] as const)(
  'the text %s is the kitchen’s own',
  async (kind) => {
    const written = await writeText(t.context, await store(kind));
    expect(written?.text.body).toContain('Derwent Kitchen');
    expect(leftover(written?.text.body ?? '')).toBeUndefined();
    expect(rawService(written?.text.body ?? '')).toBeUndefined();
  },
);

test('the files and pages beside the rendered ones say nothing of the default kitchen', async () => {
  const app = Fastify();
  const config = (await t.app.inject('/api/config')).json<ConfigReply>();
  const listIndexedPaths = async () => ['/', '/menu'];
  const logo = { hash: 'a'.repeat(32), width: 288, height: 96 };
  const branded = { ...config, business: { ...config.business, logo } };
  registerWebManifest(app, async () => ({ config: branded }));
  registerSearchFiles(app, {
    publicUrl: 'https://derwent.example',
    listIndexedPaths,
    closedPaths: ['/admin'],
  });
  registerUnsubscribeForm(app, {
    stylesheet: '/s.css',
    stopEmails: async () => true,
    loadBusiness: async () => config.business,
  });
  const { icons } = (await app.inject('/manifest.webmanifest')).json<{
    icons: { src: string }[];
  }>();
  for (const { src } of icons) expect(src).toContain(`/images/logo/${logo.hash}`);
  for (const url of ['/manifest.webmanifest', '/robots.txt', '/sitemap.xml']) {
    const { body, statusCode } = await app.inject(url);
    expect([url, statusCode, leftover(body)]).toEqual([url, 200, undefined]);
  }
  const form = await app.inject({ method: 'POST', url: '/unsubscribe?token=x' });
  const pages = [
    form.body,
    writeOfflinePage({ stylesheet: '/s.css', business: config.business }),
    writeUnavailablePage({ stylesheet: '/s.css', business: config.business, isBusy: false }),
  ];
  for (const page of pages) {
    expect(page).toContain('Derwent Kitchen');
    expect(leftover(page)).toBeUndefined();
    expect(rawService(page)).toBeUndefined();
  }
  await app.close();
});
