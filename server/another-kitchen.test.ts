/**
 * Every reply, email, text and document of a kitchen in Hobart says nothing of the default one. All of them are listed
 * from the program's own registers: what is added without a line here fails.
 */
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import type { ConfigReply } from '#contract/config.ts';
import { EXAMPLE_VALUES } from '#domain/messages/delivery-messages.ts';
import {
  DELIVERY_MESSAGE_KINDS,
  MESSAGE_KINDS,
  type MessageKind,
} from '#domain/messages/messages.ts';
import { buildApp, type RegisteredRoute } from '#server/app.ts';
import { type MessageRow, messages } from '#server/db/schema/operation/messages.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { printedDocuments } from '#server/db/schema/operation/printed-documents.ts';
import { waitlistEntries } from '#server/db/schema/operation/waitlist-entries.ts';
import { sendMessages } from '#server/emails/send-messages.ts';
import { writeEmail } from '#server/emails/write-email.ts';
import { writeText } from '#server/emails/write-text.ts';
import { writeOfflinePage } from '#server/http/offline-page.ts';
import { registerSearchFiles } from '#server/http/search-files.ts';
import { writeUnavailablePage } from '#server/http/unavailable-page.ts';
import { registerUnsubscribeForm } from '#server/http/unsubscribe-form.ts';
import { registerWebManifest } from '#server/http/web-manifest.ts';
import type { PrintedDocument } from '#server/ports/drawer.ts';
import { kitchenInHobart, WORDS_OF_THE_DEFAULTS } from '#quality/support/a-kitchen-in-hobart.ts';
import {
  addAGuest,
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
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

async function anOrderHere() {
  const lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch');
  if (!lunch) throw new Error('the menu has no lunch');
  return aPaidOrder(t, { orderItems: [anItem(lunch, { deliveryWindow: PLAIN })], customer });
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
  const [printout] = await db.select().from(printedDocuments);
  const [message] = await db.select().from(messages);
  const [delivery] = await db.select().from(deliveries);
  const closing = { date: day(0), windows: [PLAIN], cause: 'the storm', notify: false };
  const seen = await staff.post('/api/admin/incidents', { ...closing, dryRun: true });
  const { previewHash } = seen.json<{ previewHash: string }>();
  const closed = await staff.post('/api/admin/incidents', { ...closing, previewHash });
  const { customers } = (await staff.get('/api/admin/customers?q=mia')).json<{
    customers: { id: string }[];
  }>();
  const hook = { url: 'http://localhost:9/orders', events: ['order.paid'], description: 'Books' };
  const webhook = (await staff.post('/api/admin/webhooks', hook)).json<{
    webhook?: { id: number };
  }>();
  return {
    date: day(0),
    order: order.id,
    owing: owing.id,
    cancelled: cancelled.id,
    refund: refund!.id,
    entry: entry!.id,
    printout: printout!.id,
    message: message!.id,
    delivery: delivery!.id,
    incident: closed.json<{ incidentId: number }>().incidentId,
    customer: customers[0]!.id,
    staff: staff.staff.id,
    webhook: webhook.webhook?.id ?? 1,
    token: await trackingTokenOf(t, order.id),
  };
}

/** Without words of the kitchen, or seen elsewhere. */
type Reason = { not: string };
const not = (reason: string): Reason => ({ not: reason });

/** `{name}` as in `known`. A list where a call answers in several formats. */
const ADDRESSES: Record<string, string[] | Reason> = {
  '/livez': ['/livez'],
  '/readyz': ['/readyz'],
  '/metrics': ['/metrics'],
  '/suburb': not('leads on to a page'),
  '/t/:code': not('leads on to the tracking page'),
  '/api/login': not('leads on to a page'),
  '/api/logout': not('leads on to a page'),
  '/api/auth/oidc': not('leads to the sign-in of others'),
  '/api/auth/callback/sso': not('leads on to a page'),
  '/api/auth/options': ['/api/auth/options'],
  '/api/auth/user': ['/api/auth/user'],
  '/api/auth/security': ['/api/auth/security'],
  '/api/openapi.json': ['/api/openapi.json'],
  '/api/config': ['/api/config'],
  '/api/meals': ['/api/meals'],
  '/api/ordering-week': ['/api/ordering-week'],
  '/api/waitlist': ['/api/waitlist'],
  '/api/waitlist/unsubscribe': not('asks with a token; its page is below'),
  '/api/orders/track/:token': ['/api/orders/track/{token}'],
  '/api/orders/track/:token/calendar.ics': ['/api/orders/track/{token}/calendar.ics'],
  '/api/orders/track/:token/receipt.pdf': ['/api/orders/track/{token}/receipt.pdf'],
  '/api/orders/track/:token/photos/:key': not('a picture'),
  '/colours/:file': not('colours alone'),
  '/images/logo/:file': not('a picture'),
  '/images/meals/:file': not('a picture'),
};

test('print', async () => {
  const gets = [...new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url))];
  console.log(gets.filter((url) => !(url in ADDRESSES)).join('\n'));
  console.log(JSON.stringify(known));
});
