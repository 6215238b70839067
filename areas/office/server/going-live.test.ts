import { eq } from 'drizzle-orm';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import type { GoingLiveStep } from '#areas/office/rules/going-live.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { labelCode } from './prove-steps.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anOrder, checkOut, menuOf, priced } from '#quality/support/an-order.ts';
import { renewSite } from '#quality/support/empty-business.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const URL = '/api/admin/going-live';

let smtp: MailServer;
let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  smtp = await startMailServer();
  t = await startTestApp({ smtpUrl: smtp.url });
  owner = await aStaffClient(t);
});
afterAll(async () => {
  await t.close();
  await smtp.down();
});
afterEach(async () => {
  smtp.received.length = 0;
  await t.clearOrders();
  await t.context.db.delete(settings).where(eq(settings.key, 'firstHour'));
});

const read = async () => (await owner.get(URL)).json<GoingLiveReply>();
const stepOf = async (step: GoingLiveStep) =>
  (await read()).steps.find((report) => report.step === step);
const codeIn = (text: string) => /Code:?\s+(\d{6})/.exec(text)?.[1] ?? '';
const other = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
const confirm = (step: string, code: string) => owner.post(`${URL}/codes`, { step, code });

test('a fresh kitchen has every step ahead, and is told what hurts', async () => {
  const { steps, isOver, bars, warnings, payments, order, whyBefore } = await read();
  expect(steps.map(({ state }) => state)).toEqual(Array.from({ length: 14 }, () => 'open'));
  expect({ isOver, bars, payments, order, whyBefore }).toEqual({
    isOver: false,
    bars: [],
    payments: 'sandbox',
    order: null,
    whyBefore: null,
  });
  expect(warnings).toContainEqual(expect.stringMatching(/recovery sheet is not saved/));
});

test('the code of the test email that arrived settles the emails, and no other code does', async () => {
  expect((await confirm('email', '123456')).json()).toMatchObject({
    fields: { code: 'Please send the test email first' },
  });
  const sent = await owner.post(`${URL}/email/tests`);
  expect(sent.statusCode).toBe(200);
  const [first] = smtp.received;
  expect(first?.recipients).toEqual([owner.staff.email]);
  const code = codeIn(first?.raw ?? '');
  expect((await confirm('email', other(code))).json()).toMatchObject({
    fields: { code: expect.stringMatching(/not the code of the latest test email/) as string },
  });
  expect((await confirm('email', '12a456')).statusCode).toBe(400);
  expect((await stepOf('email'))?.state).toBe('open');
  expect((await confirm('email', ` ${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
  expect((await stepOf('email'))?.state).toBe('done');
});

test('a later test email makes the code of the one before worthless', async () => {
  await owner.post(`${URL}/email/tests`);
  t.advanceMinutes(1);
  await owner.post(`${URL}/email/tests`);
  const [before, latest] = smtp.received.map(({ raw }) => codeIn(raw));
  expect(before).not.toBe(latest);
  expect((await confirm('email', before ?? '')).statusCode).toBe(400);
  expect((await confirm('email', latest ?? '')).statusCode).toBe(200);
});

test('a mail server that takes no email is named, and nothing counts as sent', async () => {
  smtp.refuse('recipient', 550);
  const sent = await owner.post(`${URL}/email/tests`);
  smtp.refuse('recipient', null);
  expect(sent.statusCode).toBe(409);
  expect(sent.json()).toMatchObject({
    code: 'email_refused',
    message: expect.stringMatching(/not today/) as string,
  });
  expect((await read()).email.sentAt).toBeNull();
});

test('the test label shows the code that settles the labels', async () => {
  const label = await owner.get(`${URL}/label`);
  expect(label.headers['content-type']).toBe('application/pdf');
  const [text = ''] = await pdfPages(label.rawPayload);
  expect(codeIn(text)).toBe(labelCode(t.context.trackingSecret));
  const code = labelCode(t.context.trackingSecret);
  expect((await confirm('labels', other(code))).statusCode).toBe(400);
  expect((await stepOf('labels'))?.state).toBe('open');
  expect((await confirm('labels', code)).statusCode).toBe(200);
  expect((await stepOf('labels'))?.state).toBe('done');
});

const CARDS = '/api/admin/connections/cards/check';

test('the card provider counts once it has answered, and only in the mode it answered in', async () => {
  expect((await owner.post(CARDS)).statusCode).toBe(200);
  expect(await stepOf('cards')).toMatchObject({ state: 'done' });
  const { gateway } = t.context;
  t.context.gateway = { ...gateway, mode: 'stripe', livemode: true };
  try {
    expect((await read()).payments).toBe('live');
    expect((await stepOf('cards'))?.state).toBe('open');
  } finally {
    t.context.gateway = gateway;
  }
});

test('a card provider that does not answer is named, and the step stays open', async () => {
  const { gateway } = t.context;
  const silent = () => Promise.reject(new Error('Invalid API Key provided'));
  t.context.gateway = { ...gateway, listIntentsSince: silent };
  try {
    const checked = await owner.post(CARDS);
    expect(checked.statusCode).toBe(409);
    expect(checked.json<{ message: string }>().message).toMatch(/Invalid API Key/);
  } finally {
    t.context.gateway = gateway;
  }
  expect((await stepOf('cards'))?.state).toBe('open');
});

test('without cards that the public may pay with, every door is shut, and the owner is told why', async () => {
  const { gateway } = t.context;
  const draft = await priced(t, anOrder(await menuOf(t)));
  t.context.gateway = { ...gateway, bar: 'none' };
  try {
    expect(await read()).toMatchObject({
      whyBefore: 'cards',
      bars: [expect.stringMatching(/set up live card keys/) as string],
    });
    for (const url of ['/api/config', '/api/ordering-week'])
      expect((await t.app.inject(url)).json()).toMatchObject({ sale: { state: 'before' } });
    expect((await checkOut(t, draft)).json()).toMatchObject({ code: 'sale_closed' });
    const quote = { method: 'POST', url: '/api/quote', body: { orderData: draft } } as const;
    expect((await t.app.inject(quote)).json()).toMatchObject({ code: 'sale_closed' });
  } finally {
    t.context.gateway = gateway;
  }
});

test('the terms are read by a word of the owner, which lapses when the business changes', async () => {
  expect((await owner.put(`${URL}/texts`, { answer: 'right' })).statusCode).toBe(200);
  expect((await stepOf('texts'))?.state).toBe('done');
  await t.context.db
    .insert(settings)
    .values({ key: 'business', value: { weeklyFeeCents: 699 } })
    .onConflictDoUpdate({ target: settings.key, set: { value: { weeklyFeeCents: 699 } } });
  await renewSite(t.context);
  expect((await stepOf('texts'))?.state).toBe('open');
  await t.context.db.update(settings).set({ value: {} }).where(eq(settings.key, 'business'));
  await renewSite(t.context);
});

test('an address that leads elsewhere proves nothing, one that leads here does', async () => {
  const { signIn } = t.context;
  const stranger = createServer((_request, response) => response.end('{"ok":true}'));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const at = (server: { address(): unknown }) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const apart = await startTestApp({ isOwn: true });
  try {
    const client = await aStaffClient(apart);
    await apart.app.listen({ port: 0, host: '127.0.0.1' });
    const check = () => client.post(`${URL}/address/checks`);
    apart.context.signIn = { ...apart.context.signIn, publicUrl: at(stranger) };
    expect((await check()).json()).toMatchObject({
      code: 'address_elsewhere',
      message: expect.stringMatching(/leads to something else/) as string,
    });
    apart.context.signIn = { ...apart.context.signIn, publicUrl: at(apart.app.server) };
    expect((await check()).statusCode).toBe(200);
    const [kept] = await apart.context.db
      .select()
      .from(settings)
      .where(eq(settings.key, 'firstHour'));
    expect(kept?.value).toMatchObject({ address: { url: at(apart.app.server) } });
  } finally {
    await apart.close();
    stranger.close();
    t.context.signIn = signIn;
  }
});

test('a paid order settles the test order, an unpaid one does not', async () => {
  const { orderNumber, id } = await aPaidOrder(t);
  expect(await stepOf('order')).toMatchObject({ state: 'done' });
  expect((await read()).order).toEqual({ id, number: orderNumber });
});

test('a step that we can check is not settled by saying so', async () => {
  const said = await owner.put(`${URL}/labels`, { answer: 'right' });
  expect(said.json()).toMatchObject({ code: 'not_asked' });
  expect((await stepOf('labels'))?.state).toBe('open');
  expect((await owner.put(`${URL}/when`, { answer: 'right' })).statusCode).toBe(200);
  expect((await stepOf('when'))?.state).toBe('done');
  expect((await owner.put(`${URL}/tea`, { answer: 'right' })).statusCode).toBe(400);
  expect((await owner.put(`${URL}/when`, { answer: 'right', aswer: 'now' })).statusCode).toBe(400);
});

test('steps left for later stay so until taken up, and end the checklist', async () => {
  const { steps } = await read();
  const replies = await Promise.all(
    steps.map(({ step }) => owner.put(`${URL}/${step}`, { answer: 'later' })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(steps.map(() => 200));
  const left = await read();
  expect(left.steps.map(({ state }) => state)).toEqual(steps.map(() => 'later'));
  expect(left.isOver).toBe(true);
  await owner.put(`${URL}/labels`, { answer: 'now' });
  expect(await stepOf('labels')).toMatchObject({ state: 'open' });
  expect((await read()).isOver).toBe(false);
});

test('each answer leaves one line in the audit trail, and the same answer again none', async () => {
  await t.context.db.delete(settings).where(eq(settings.key, 'firstHour'));
  const lines = async () =>
    t.context.db.select().from(auditLog).where(eq(auditLog.action, 'settings.first_hour'));
  const before = (await lines()).length;
  await owner.put(`${URL}/cost`, { answer: 'later' });
  await owner.put(`${URL}/cost`, { answer: 'later' });
  const [line, ...more] = (await lines()).slice(before);
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    staffEmail: owner.staff.email,
    entityId: 'cost',
    before: { later: [] },
    after: { later: ['cost'] },
  });
});

test('a meal that staff changed makes the menu theirs', async () => {
  expect((await stepOf('meals'))?.state).toBe('open');
  const [meal] = (await owner.get('/api/admin/meals')).json<{ id: number }[]>();
  const copied = await owner.post(`/api/admin/meals/${meal?.id}/duplicate`, {});
  expect(copied.statusCode).toBeLessThan(300);
  expect((await stepOf('meals'))?.state).toBe('done');
});

test('without a mail server the email is a file, and nobody receives it before going live', async () => {
  const apart = await startTestApp();
  try {
    const client = await aStaffClient(apart);
    await client.post(`${URL}/email/tests`);
    const folder = path.join(apart.context.backup.dataDir, 'mail');
    const [file = ''] = await readdir(folder);
    const code = codeIn(await readFile(path.join(folder, file), 'utf8'));
    const confirmed = await client.post(`${URL}/codes`, { step: 'email', code });
    expect(confirmed.statusCode).toBe(200);
    expect(confirmed.json<GoingLiveReply>().warnings).toContainEqual(
      expect.stringMatching(/No mail server/),
    );
  } finally {
    await apart.close();
  }
});
