import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  SendWaveRequest,
  WavePreview,
  WaveReply,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { retryMessage } from '#areas/messages/server/sent-emails.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER } from '#quality/support/an-order.ts';
import { type MailServer, startMailServer } from '#quality/support/mail-server.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let smtp: MailServer;
let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  smtp = await startMailServer();
  t = await startTestApp({ smtpUrl: smtp.url });
  staffClient = await aStaffClient(t);
});
afterAll(async () => {
  await t.close();
  await smtp.down();
});
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.execute(sql`truncate messages, waitlist_entries, waitlist_waves cascade`);
  smtp.received.length = 0;
  smtp.refuse('data', null);
});

/** Joins a minute after anyone who joined before; the welcome is on its way. */
async function join(email: string, suburb = 'Cleveland', more: object = {}): Promise<number> {
  t.advanceMinutes(1);
  const body = { email, suburb, ...more };
  const reply = await t.app.inject({ method: 'POST', url: '/api/waitlist', body });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ id: number }>().id;
}

const sendAll = async () => {
  while ((await sendMessages(t.context)) > 0);
};

async function joinAll(...emails: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const email of emails) ids.push(await join(email));
  await sendAll();
  smtp.received.length = 0;
  return ids;
}

const WAVE = { suburbs: ['Cleveland'], people: 10 };

async function ask(wave: Partial<SendWaveRequest> = {}): Promise<WavePreview> {
  const body = { ...WAVE, key: randomUUID(), dryRun: true, ...wave };
  const reply = await staffClient.post('/api/admin/waitlist/waves', body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ preview: WavePreview }>().preview;
}

const send = (wave: Partial<SendWaveRequest>) =>
  staffClient.post('/api/admin/waitlist/waves', { ...WAVE, key: randomUUID(), ...wave });

/** Asks first, as the page does. */
async function invite(wave: Partial<SendWaveRequest> = {}): Promise<WaveReply> {
  const { previewHash } = await ask(wave);
  const reply = await send({ ...wave, previewHash });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ wave: WaveReply }>().wave;
}

const unsubscribe = (id: number) =>
  t.app.inject({
    method: 'POST',
    url: `/api/waitlist/unsubscribe?token=${linkTokenFor('unsubscribe', id, t.context.trackingSecret)}`,
  });
const theWave = async () =>
  (await staffClient.get('/api/admin/waitlist/waves')).json<WaveReply[]>()[0];
/** How many connections to this database wait for a lock. */
const waitingForLocks = async () => {
  const { rows } = await t.context.db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count;
};
const list = async () => (await staffClient.get('/api/waitlist')).json<WaitlistEntryReply[]>();
const recipients = () => smtp.received.flatMap((email) => email.recipients);

describe('the preview', () => {
  test('names those who joined first, and shows the email, and sends nothing', async () => {
    await joinAll('first@example.com', 'second@example.com', 'third@example.com');
    const preview = await ask({ people: 2 });
    expect(preview.people.map(({ email }) => email)).toEqual([
      'first@example.com',
      'second@example.com',
    ]);
    expect(preview.mail?.subject).toBe('Redlands Table now delivers to Cleveland');
    expect(preview.mail?.text).toContain('Unsubscribe');
    expect(preview.mail?.text).toContain('http://localhost/order');
    expect(preview.mail?.text).toContain('The first paid order from an email on our waitlist');
    expect(preview.mail?.text).not.toContain('token=');
    await sendAll();
    expect(smtp.received).toEqual([]);
  });

  test('has people of the chosen suburbs however they wrote them, and only where we deliver', async () => {
    await join('a@example.com', ' cleveland ');
    await join('b@example.com', 'Capalaba');
    await join('c@example.com', 'Ipswich');
    const emails = async (suburbs: string[]) =>
      (await ask({ suburbs })).people.map(({ email }) => email);
    expect(await emails(['Cleveland'])).toEqual(['a@example.com']);
    expect(await emails(['Cleveland', 'Ipswich'])).toEqual(['a@example.com']);
    expect(await emails(['Ipswich'])).toEqual([]);
  });

  test('follows what staff marked: served elsewhere, or not served here', async () => {
    const here = await join('here@example.com');
    const away = await join('away@example.com', 'Ipswich');
    const mark = (id: number, served: boolean | null) =>
      staffClient.put(`/api/admin/waitlist/${id}/served`, { served });
    expect((await mark(away, true)).statusCode).toBe(204);
    expect((await mark(here, false)).statusCode).toBe(204);
    const suburbs = ['Cleveland', 'Ipswich'];
    expect((await ask({ suburbs })).people.map(({ email }) => email)).toEqual(['away@example.com']);
    await mark(here, null);
    await mark(away, null);
    expect((await ask({ suburbs })).people.map(({ email }) => email)).toEqual(['here@example.com']);
    const trail = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(away)));
    expect(trail.map(({ action, after }) => [action, after])).toEqual([
      ['waitlist_entry.mark_served', { servedMark: true }],
      ['waitlist_entry.mark_served', { servedMark: null }],
    ]);
    expect((await mark(123_456, true)).statusCode).toBe(404);
  });

  test.each([
    ['suburbs', { suburbs: [] }],
    ['people', { people: 0 }],
    ['people', { people: 501 }],
    ['people', { people: 1.5 }],
    ['key', { key: 'x' }],
  ])('is refused at the field %s for %j', async (field, wave) => {
    const reply = await send({ ...wave, dryRun: true });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });
});

describe('a wave', () => {
  test('sends one email to each person, with one-click unsubscribe, and counts who ordered since', async () => {
    const ids = await joinAll('one@example.com', A_CUSTOMER.email);
    expect(await invite()).toMatchObject({ people: 2, waiting: 2, sent: 0, ordered: 0 });
    await sendAll();
    expect(recipients().toSorted()).toEqual([A_CUSTOMER.email, 'one@example.com']);
    const token = linkTokenFor('unsubscribe', ids[0]!, t.context.trackingSecret);
    const { headers } = smtp.received.find((email) =>
      email.recipients.includes('one@example.com'),
    )!;
    const unfolded = headers.replaceAll(/\r\n\s+/g, ' ');
    expect(unfolded).toContain(
      `List-Unsubscribe: <http://localhost/api/waitlist/unsubscribe?token=${token}>`,
    );
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    t.advanceMinutes(10);
    await aPaidOrder(t);
    await unsubscribe(ids[0]!);
    expect(await theWave()).toMatchObject({
      people: 2,
      sent: 2,
      waiting: 0,
      ordered: 1,
      unsubscribed: 1,
      sentBy: staffClient.staff.email,
    });
    const states = (await list()).map(({ email, invitation, orderedAt, unsubscribedAt }) => [
      email,
      invitation?.state,
      orderedAt !== null,
      unsubscribedAt !== null,
    ]);
    expect(states).toEqual([
      [A_CUSTOMER.email, 'sent', true, false],
      ['one@example.com', 'sent', false, true],
    ]);
  });

  test('sent again with its key, or many times at once, is the same wave', async () => {
    await joinAll('one@example.com', 'two@example.com');
    const key = randomUUID();
    const { previewHash } = await ask({ key });
    const replies = await Promise.all(Array.from({ length: 5 }, () => send({ key, previewHash })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await send({ key, previewHash })).json<{ wave: WaveReply }>().wave.people).toBe(2);
    await sendAll();
    expect(recipients().toSorted()).toEqual(['one@example.com', 'two@example.com']);
    expect((await staffClient.get('/api/admin/waitlist/waves')).json()).toHaveLength(1);
  });

  test('invites nobody twice: two waves at once share nobody, and the later one is refused', async () => {
    await joinAll('one@example.com', 'two@example.com');
    const { previewHash } = await ask();
    const replies = await Promise.all([send({ previewHash }), send({ previewHash })]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toMatchObject({ code: 'preview_changed', preview: { people: [] } });
    await sendAll();
    expect(smtp.received).toHaveLength(2);
    expect((await ask()).people).toEqual([]);
  });

  test('is refused when others would be invited than the preview said, or there was none', async () => {
    await joinAll('one@example.com');
    const { previewHash } = await ask();
    await join('two@example.com');
    for (const seen of [previewHash, undefined]) {
      const reply = await send({ previewHash: seen });
      expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'preview_changed' }]);
    }
    expect((await staffClient.get('/api/admin/waitlist/waves')).json()).toEqual([]);
  });

  test('invites nobody while they could not order', async () => {
    await joinAll('early@example.com');
    const { previewHash } = await ask();
    const value = { lastOrderDate: '2026-01-06' };
    await t.context.db.insert(settings).values({ key: 'business', value });
    t.context.site.renew();
    try {
      const refused = await send({ previewHash });
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'sale_closed' }]);
    } finally {
      await t.context.db.delete(settings).where(eq(settings.key, 'business'));
      t.context.site.renew();
    }
    expect(await theWave()).toBeUndefined();
  });

  test('passes over those who ordered or unsubscribed', async () => {
    const [gone] = await joinAll('gone@example.com', A_CUSTOMER.email, 'left@example.com');
    t.advanceMinutes(1);
    await aPaidOrder(t);
    await unsubscribe(gone!);
    expect((await ask()).people.map(({ email }) => email)).toEqual(['left@example.com']);
  });

  test('that is stopped sends what is left to nobody, and they can be invited again', async () => {
    await joinAll('one@example.com', 'two@example.com');
    const { id } = await invite();
    const stopped = await staffClient.post(`/api/admin/waitlist/waves/${id}/stop`);
    expect(stopped.json()).toMatchObject({ takenBack: 2, waiting: 0 });
    expect((await staffClient.post(`/api/admin/waitlist/waves/${id}/stop`)).statusCode).toBe(200);
    await sendAll();
    expect(smtp.received).toEqual([]);
    expect((await ask()).people).toHaveLength(2);
    const trail = await t.context.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'waitlist_wave'), eq(auditLog.entityId, String(id))));
    expect(trail.map(({ action }) => action)).toEqual(['waitlist_wave.send', 'waitlist_wave.stop']);
    expect((await staffClient.post('/api/admin/waitlist/waves/999999/stop')).statusCode).toBe(404);
  });

  test('goes with a person who is removed from the list', async () => {
    const [one] = await joinAll('one@example.com', 'two@example.com');
    await invite();
    expect((await staffClient.delete(`/api/admin/waitlist/${one}`)).statusCode).toBe(204);
    await sendAll();
    expect(recipients()).toEqual(['two@example.com']);
    expect(await theWave()).toMatchObject({ people: 1, sent: 1 });
  });
});

describe('unsubscribing', () => {
  test('between choosing and sending keeps the invitation back', async () => {
    const [one] = await joinAll('one@example.com');
    await invite();
    await unsubscribe(one!);
    await sendAll();
    expect(smtp.received).toEqual([]);
    expect(await theWave()).toMatchObject({ people: 1, sent: 0, takenBack: 1, unsubscribed: 1 });
  });

  test('after a failed attempt keeps it back too, and staff cannot send it again', async () => {
    const [one] = await joinAll('one@example.com');
    await invite();
    smtp.refuse('data', 550);
    await sendAll();
    smtp.refuse('data', null);
    const [failed] = await t.context.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'waitlist_invitation'));
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed!.mail).not.toBeNull();
    await unsubscribe(one!);
    await expect(retryMessage(t.context, staffClient.staff, failed!.id)).rejects.toThrow(
      'This message is withdrawn',
    );
    await sendAll();
    expect(smtp.received).toEqual([]);
  });

  test('at the very moment the email is written keeps it back too', async () => {
    const [one] = await joinAll('one@example.com');
    await invite();
    // As when it is claimed before the unsubscribing takes back what waits.
    await t.context.db
      .update(waitlistEntries)
      .set({ unsubscribedAt: new Date(t.context.clock()) })
      .where(eq(waitlistEntries.id, one!));
    await sendAll();
    expect(smtp.received).toEqual([]);
  });

  test('while a wave is being stored waits for it, and takes its email back', async () => {
    const [one] = await joinAll('one@example.com');
    const { previewHash } = await ask();
    await t.context.db
      .execute(sql`create function hold_wave() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$`);
    await t.context.db.execute(sql`create trigger hold_wave before insert on waitlist_waves
      for each row execute function hold_wave()`);
    try {
      const calls: Promise<{ statusCode: number }>[] = [];
      await t.context.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(4711)`);
        calls.push(send({ previewHash }));
        await expect.poll(waitingForLocks, { timeout: 15_000 }).toBe(1);
        calls.push(unsubscribe(one!));
        await expect.poll(waitingForLocks, { timeout: 15_000 }).toBe(2);
      });
      const replies = await Promise.all(calls);
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    } finally {
      await t.context.db.execute(sql`drop function hold_wave() cascade`);
    }
    expect(await theWave()).toMatchObject({ people: 1, waiting: 0, takenBack: 1 });
    await sendAll();
    expect(smtp.received).toEqual([]);
  });

  test('that commits while a wave is being chosen leaves them out of it', async () => {
    const [one] = await joinAll('one@example.com', 'two@example.com');
    const { previewHash } = await ask();
    let sending: ReturnType<typeof send> | undefined;
    await t.context.db.transaction(async (tx) => {
      await tx
        .update(waitlistEntries)
        .set({ unsubscribedAt: new Date(t.context.clock()) })
        .where(eq(waitlistEntries.id, one!));
      sending = send({ previewHash });
      await expect.poll(waitingForLocks, { timeout: 15_000 }).toBe(1);
    });
    expect((await sending)?.json()).toMatchObject({
      code: 'preview_changed',
      preview: { people: [{ email: 'two@example.com' }] },
    });
  });

  test('holds for later waves, until they join again and confirm by its link that they want news', async () => {
    const [one] = await joinAll('one@example.com');
    await unsubscribe(one!);
    await join('one@example.com');
    expect((await ask()).people).toEqual([]);
    await join('one@example.com', 'Cleveland', { consent: true });
    expect((await ask()).people).toEqual([]);
    const token = linkTokenFor('waitlist news', one!, t.context.trackingSecret);
    await t.app.inject({ method: 'POST', url: '/api/waitlist/news', body: { token } });
    expect((await ask()).people.map(({ email }) => email)).toEqual(['one@example.com']);
  });
});

describe('a wave before the launch', () => {
  const EARLY = { endsOn: '2026-01-20', mostOrders: 3 };
  const LINKS = '/api/admin/going-live/previews';
  const links = async () =>
    (await staffClient.get(LINKS)).json<{ id: number; name: string; mostOrders: number }[]>();

  beforeEach(async () => {
    const value = { launchDate: '2026-02-03' };
    await t.context.db.insert(settings).values({ key: 'business', value });
    t.context.site.renew();
  });
  afterEach(async () => {
    for (const { id } of await links()) await staffClient.delete(`${LINKS}/${id}`);
    await t.context.db.delete(settings).where(eq(settings.key, 'business'));
    t.context.site.renew();
  });

  test('carries a private link with its own limits, by which its people find the site open', async () => {
    await joinAll('one@example.com', 'two@example.com');
    const asked = await ask({ preview: EARLY });
    expect(asked.mail?.subject).toBe('Order from Redlands Table before we open');
    expect(asked.mail?.text).toContain('http://localhost/preview/…');
    expect(asked.mail?.text).toContain('until Tuesday 20 January, for the first 3 orders');
    expect(await links()).toEqual([]);
    expect(await invite({ preview: EARLY })).toMatchObject({ people: 2, hasPreview: true });
    expect(await links()).toMatchObject([{ name: 'Waitlist: Cleveland', mostOrders: 3 }]);
    await sendAll();
    const found = smtp.received.map(({ raw }) => /\/preview\/(\d+\.[\w-]{32})/.exec(raw)?.[1]);
    expect(found).toEqual([expect.stringMatching(/\d/) as string, found[0]]);
    const opened = await t.app.inject(`/preview/${found[0]}`);
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const saleFor = async (headers: Record<string, string>) =>
      (await t.app.inject({ url: '/api/config', headers })).json<{ sale: { state: string } }>().sale
        .state;
    expect([await saleFor({ cookie }), await saleFor({})]).toEqual(['open', 'before']);
  });

  test('is sent as ever once everyone can order by then', async () => {
    await joinAll('one@example.com');
    await invite({ preview: EARLY });
    await t.context.db.delete(settings).where(eq(settings.key, 'business'));
    t.context.site.renew();
    await sendAll();
    expect(smtp.received.map(({ raw }) => raw.includes('/preview/'))).toEqual([false]);
  });

  test('without a link is refused, and so is one whose orders would be tests, or come too late', async () => {
    await joinAll('one@example.com');
    const { previewHash } = await ask();
    expect((await send({ previewHash })).json()).toMatchObject({ code: 'sale_closed' });
    const { gateway } = t.context;
    t.context.gateway = { ...gateway, bar: 'test' };
    try {
      const early = await ask({ preview: EARLY });
      const refused = await send({ preview: EARLY, previewHash: early.previewHash });
      expect(refused.json()).toMatchObject({ code: 'sale_closed' });
    } finally {
      t.context.gateway = gateway;
    }
    const late = await send({ preview: { ...EARLY, endsOn: '2026-03-20' }, dryRun: true });
    expect(Object.keys(late.json<{ fields: object }>().fields)).toEqual(['preview.endsOn']);
    const none = await send({ preview: { ...EARLY, mostOrders: 0 }, dryRun: true });
    expect(Object.keys(none.json<{ fields: object }>().fields)).toEqual(['preview.mostOrders']);
    expect(await links()).toEqual([]);
    expect(await theWave()).toBeUndefined();
  });

  test('has a link only from an owner, who has at most five', async () => {
    await joinAll('one@example.com');
    const manager = await aStaffClient(t, { role: 'manager' });
    const body = { ...WAVE, key: randomUUID(), dryRun: true, preview: EARLY };
    expect((await manager.post('/api/admin/waitlist/waves', body)).statusCode).toBe(403);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await staffClient.post(LINKS, { ...EARLY, name });
    const { previewHash } = await ask({ preview: EARLY });
    const refused = await send({ preview: EARLY, previewHash });
    expect(refused.json()).toMatchObject({ code: 'too_many_previews' });
    expect(await theWave()).toBeUndefined();
  });

  test('and a link are refused once everyone can order', async () => {
    await joinAll('one@example.com');
    await t.context.db.delete(settings).where(eq(settings.key, 'business'));
    t.context.site.renew();
    const refused = await send({ preview: EARLY, dryRun: true });
    expect(Object.keys(refused.json<{ fields: object }>().fields)).toEqual(['preview']);
  });
});
