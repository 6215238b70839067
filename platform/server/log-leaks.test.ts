/** Personal data and secrets must never be in the log, neither on success nor on failure. */
import { randomUUID } from 'node:crypto';
import { isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { createLog } from '#platform/server/log.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import {
  A_CUSTOMER,
  anOpenCheckout,
  anOrder,
  checkOut,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { aStaffAccount, signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const PLANTED = {
  firstName: 'Quokkabeth',
  lastName: 'Zyxwell',
  email: 'planted.customer@leak-check.example',
  phone: '0499 888 777',
  address: '77 Plantedstreet Parade, Cleveland',
  instructions: 'Code of the gate is 90417',
  password: 'a planted password nobody has',
  card: '4242 4242 4242 4242',
  staffEmail: 'planted.staff@leak-check.example',
};

let t: TestApp;
let log = '';
const secrets = new Set<string>(Object.values(PLANTED));

beforeAll(async () => {
  const logger = createLog({ write: (line: string) => (log += line) });
  logger.level = 'trace';
  // Nothing listens there, so every email fails.
  t = await startTestApp({
    log: logger,
    throttle: true,
    smtpUrl: 'smtp://planted:sesame-77@127.0.0.1:9',
  });
  secrets.add('sesame-77');
  for (const secret of [t.sandbox.secretKey, t.sandbox.webhookSecret, t.context.trackingSecret]) {
    secrets.add(secret);
  }
});
afterAll(() => t.close());

/** Everything customers and staff do in a day; replies are ignored, since the database is broken half of the time. */
async function everyoneDoesEverything(): Promise<number[]> {
  const { firstName, lastName, email, phone, address, instructions, password, staffEmail } =
    PLANTED;
  const customer = { ...A_CUSTOMER, firstName, lastName, email, phone, address };
  const send = async (method: 'POST' | 'PUT' | 'GET', url: string, body?: object) =>
    (await t.app.inject({ method, url, ...(body && { body }) })).statusCode;
  const seen = [
    await send('POST', '/api/waitlist', { email, name: firstName, phone, suburb: address }),
    await send('POST', '/api/waitlist', { email: { planted: email }, suburb: 7 }),
    await send('POST', '/api/auth/sign-in/email', { email, password }),
    await send('POST', '/api/auth/sign-in/email', { email: staffEmail, password }),
    await send('POST', '/api/staff/accept-invite', {
      token: password,
      password,
      firstName,
      lastName,
    }),
    await send('POST', '/api/staff/reset-password', { token: password, password }),
    await send(
      'GET',
      `/api/orders/track/${encodeURIComponent(email)}?email=${encodeURIComponent(email)}`,
    ),
    await send('GET', `/api/waitlist/unsubscribe?token=${encodeURIComponent(email)}`),
    await send('POST', '/api/stripe/webhook', { planted: email }),
  ];
  const order = { ...anOrder(await menuOf(t)), cartKey: randomUUID(), customer };
  const sound = await priced(t, order).catch(() => order);
  const opened = await checkOut(t, sound);
  seen.push(opened.statusCode);
  const checkout = opened.json<{
    clientSecret?: string;
    paymentIntentId: string;
    checkoutId: string;
  }>();
  if (checkout.clientSecret) {
    const { clientSecret, paymentIntentId, checkoutId } = checkout;
    secrets.add(clientSecret);
    seen.push(await send('POST', '/api/extend-hold', { checkoutId, clientSecret }));
    seen.push((await pay(t, { paymentIntentId, clientSecret }, PLANTED.card)).statusCode);
    const placed = await place(t, paymentIntentId);
    const { trackingToken } = placed.json<{ trackingToken?: string }>();
    if (trackingToken) {
      secrets.add(trackingToken);
      const tracked = `/api/orders/track/${trackingToken}`;
      seen.push(
        await send('PUT', `${tracked}/instructions`, { specialInstructions: instructions }),
      );
    }
    seen.push(placed.statusCode);
  }
  return seen;
}

function foundInLog(): string[] {
  const spellings = [...secrets].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    secret.replaceAll(' ', ''),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return spellings.filter((spelling) => log.toLowerCase().includes(spelling.toLowerCase()));
}

test('on a good day', async () => {
  const account = await aStaffAccount(t, { email: PLANTED.staffEmail });
  const signedIn = await signInWith(t, account.email);
  for (const { value } of signedIn.cookies) if (value !== '') secrets.add(value);
  expect(await everyoneDoesEverything()).toEqual(expect.arrayContaining([200, 201]));
  await t.app.inject('/api/admin/orders?q=' + encodeURIComponent(PLANTED.email));
  expect(log).toContain('"route":"/api/admin/orders","ip":"127.0.0.1","msg":"access refused"');
  expect(foundInLog()).toEqual([]);
});

test('when staff invite and reset, and when a mail server cannot be reached', async () => {
  const staffClient = await aStaffClient(t);
  for (const part of staffClient.cookie.split(/[=;] ?/)) if (part.length > 20) secrets.add(part);
  const invited = await staffClient.post('/api/staff/invites', { email: PLANTED.email });
  secrets.add(invited.json<{ url: string }>().url.split('#')[1] ?? '');
  await staffClient.get(`/api/admin/orders?q=${encodeURIComponent(PLANTED.email)}`);
  await sendMessages(t.context);
  expect(await t.context.db.$count(messages, isNotNull(messages.lastError))).toBe(1);
  expect(log).toContain('a message will be sent again later');
  expect(foundInLog()).toEqual([]);
});

test('when a mail server names the recipient it refuses', () => {
  t.context.log.warn({ reason: `550 <${PLANTED.email}> unknown` }, `no such user ${PLANTED.email}`);
  t.context.log.warn(`Failed task with error: Failed query: insert\nparams: ${PLANTED.phone}`);
  expect(log).toContain('no such user [email]');
  expect(foundInLog()).toEqual([]);
});

test('when every table refuses new rows', async () => {
  const { checkout } = await anOpenCheckout(t);
  secrets.add(checkout.clientSecret);
  for (const table of [
    'waitlist_entries',
    'checkouts',
    'staff_sessions',
    'orders',
    'staff_links',
  ]) {
    await t.context.db.execute(
      sql.raw(`alter table ${table} add constraint refuse_all check (false) not valid`),
    );
  }
  log = '';
  const seen = await everyoneDoesEverything();
  await signInWith(t, PLANTED.staffEmail);
  expect(seen).toContain(500);
  expect(log).toContain('"constraint":"refuse_all"');
  expect(log).toContain('Failed query: insert into');
  expect(foundInLog()).toEqual([]);
});
