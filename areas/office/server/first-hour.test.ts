import { eq } from 'drizzle-orm';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import type { FirstHourStep } from '#areas/office/rules/first-hour.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { labelCode } from '#areas/office/server/prove-steps.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const URL = '/api/admin/first-hour';

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

const read = async () => (await owner.get(URL)).json<FirstHourReply>();
const stepOf = async (step: FirstHourStep) =>
  (await read()).steps.find((report) => report.step === step);
const codeIn = (text: string) => /Code:?\s+(\d{6})/.exec(text)?.[1] ?? '';
const other = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
const confirm = (step: string, code: string) => owner.post(`${URL}/codes`, { step, code });

test('a fresh kitchen has every step ahead, and all of it is missing before going live', async () => {
  const { steps, isOver, missingBeforeLive, payments, order } = await read();
  expect(steps.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'open'));
  expect({ isOver, missing: missingBeforeLive.length, payments, order }).toEqual({
    isOver: false,
    missing: 9,
    payments: 'sandbox',
    order: null,
  });
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

test('the card provider counts once it has answered, and only in the mode it answered in', async () => {
  expect((await owner.post(`${URL}/cards/checks`)).statusCode).toBe(200);
  expect(await stepOf('cards')).toMatchObject({ state: 'done' });
  expect((await read()).missingBeforeLive).toContainEqual(expect.stringMatching(/sandbox/));
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
    const checked = await owner.post(`${URL}/cards/checks`);
    expect(checked.statusCode).toBe(409);
    expect(checked.json<{ message: string }>().message).toMatch(/Invalid API Key/);
  } finally {
    t.context.gateway = gateway;
  }
  expect((await stepOf('cards'))?.state).toBe('open');
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
});

test('steps left for later stay so until taken up, and end the checklist', async () => {
  const { steps } = await read();
  const replies = await Promise.all(
    steps.map(({ step }) => owner.put(`${URL}/${step}`, { answer: 'later' })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(steps.map(() => 200));
  const left = await read();
  expect(left.steps.map(({ state }) => state)).toEqual(steps.map(() => 'later'));
  expect({ isOver: left.isOver, missing: left.missingBeforeLive.length }).toEqual({
    isOver: true,
    missing: 9,
  });
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
    expect(confirmed.json<FirstHourReply>().missingBeforeLive).toContainEqual(
      expect.stringMatching(/No mail server/),
    );
  } finally {
    await apart.close();
  }
});
