/** Mail server and text service as owners connect them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ConnectionReply, ConnectionsReply } from '#areas/office/calls/connections.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { type FakeTextService, startFakeTextService } from '#quality/support/fake-text-service.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const URL = '/api/admin/connections';

let smtp: MailServer;
let texts: FakeTextService;
let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  smtp = await startMailServer();
  texts = await startFakeTextService();
  t = await startTestApp({ isOwn: true });
  owner = await aStaffClient(t);
});
afterAll(async () => {
  await t.close();
  await texts.stop();
  await smtp.down();
});
afterEach(async () => {
  smtp.received.length = 0;
  t.context.allowsLocalHosts = true;
  await t.context.db.delete(connections);
  await t.context.connections.renew();
});

const rowOf = async (kind: string): Promise<ConnectionReply> => {
  const { connections: all } = (await owner.get(URL)).json<ConnectionsReply>();
  return all.find((each) => each.kind === kind)!;
};

async function save(kind: string, values: Record<string, string>) {
  return owner.put(`${URL}/${kind}`, { version: (await rowOf(kind)).version, values });
}

const aServer = () => ({
  host: '127.0.0.1',
  port: smtp.url.split(':').at(-1) ?? '',
  security: 'none',
  user: '',
  password: '',
  sender: 'Derwent Kitchen <hello@derwent.example>',
});

test('a mail server that signed us in sends from then on, and the code that arrives proves it', async () => {
  const saved = await save('mail', aServer());
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await rowOf('mail')).toMatchObject({ source: 'here', isProved: false });
  await owner.post('/api/admin/going-live/email/tests');
  const [email] = smtp.received;
  expect(email).toMatchObject({ from: 'hello@derwent.example', recipients: [owner.staff.email] });
  const code = /Code:?\s+(\d{6})/.exec(email?.raw ?? '')?.[1] ?? '';
  const prove = () => owner.post('/api/admin/going-live/codes', { step: 'email', code });
  // By the kitchen's clock, which stands still: the code is as young as the connection.
  expect((await prove()).statusCode).toBe(200);
  expect(await rowOf('mail')).toMatchObject({
    isProved: true,
    says: expect.stringMatching(/A test email arrived/) as string,
  });
  t.advanceMinutes(1);
  await save('mail', { ...aServer(), sender: 'other@derwent.example' });
  expect((await rowOf('mail')).isProved).toBe(false);
  expect((await prove()).json()).toMatchObject({
    fields: { code: expect.stringMatching(/mail server has changed/) as string },
  });
});

test('one that does not answer is not stored, and what was in force stays so', async () => {
  await save('mail', aServer());
  const port = String(await findFreePort());
  const reply = await save('mail', { ...aServer(), port });
  expect(reply.json()).toMatchObject({
    code: 'email_refused',
    message: expect.stringMatching(`127.0.0.1:${port} doesn’t answer.`) as string,
  });
  expect((await rowOf('mail')).shown).toMatchObject({ port: Number(aServer().port) });
});

test.each([
  [{ host: 'localhost' }, 'host'],
  [{ host: '10.0.0.8', security: 'tls' }, 'host'],
  [{ security: 'none' }, 'security'],
])(
  'in production a mail server within our network, or without encryption, is refused: %o',
  async (change, field) => {
    t.context.allowsLocalHosts = false;
    const security = field === 'security' ? 'none' : 'tls';
    const reply = await save('mail', { ...aServer(), security, ...change });
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  },
);

test.each([
  [{ sender: 'nobody' }, 'sender'],
  [{ sender: 'A <a@b.example>\r\nBcc: c@d.example' }, 'sender'],
  [{ port: '70000' }, 'port'],
  [{ host: 'mail example' }, 'host'],
  [{ user: 'chef' }, 'password'],
])('what cannot be right is said at its field: %o', async (change, field) => {
  const reply = await save('mail', { ...aServer(), ...change });
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
    400,
    [field],
  ]);
});

const aService = () => ({
  account: texts.service.account,
  token: texts.service.token,
  from: '+61480000000',
  baseUrl: texts.service.baseUrl,
  mobile: '0412 345 678',
});

test('a text service takes a code to the owner’s own mobile, and the code proves it', async () => {
  const saved = await save('sms', aService());
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.body).not.toContain(texts.service.token);
  const [text] = texts.texts;
  expect(text?.to).toBe('+61412345678');
  const code = /\d{6}/.exec(text?.body ?? '')?.[0] ?? '';
  const prove = (typed: string) =>
    owner.post('/api/admin/going-live/codes', { step: 'sms', code: typed });
  expect((await prove(code === '111111' ? '222222' : '111111')).statusCode).toBe(400);
  expect((await prove(code)).statusCode).toBe(200);
  expect(await rowOf('sms')).toMatchObject({ isProved: true });
  expect(t.context.texter).toMatchObject({ mode: 'service', from: '+61480000000' });
});

test('a service that takes no text is not stored', async () => {
  const reply = await save('sms', { ...aService(), token: 'another' });
  expect(reply.json()).toMatchObject({ code: 'texts_refused' });
  expect((await rowOf('sms')).source).toBe('none');
});

test('a landline gets no code', async () => {
  const reply = await save('sms', { ...aService(), mobile: '07 3821 0000' });
  expect(reply.json()).toMatchObject({ fields: { mobile: expect.any(String) as string } });
});
