import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { texts } from '#areas/business/server/tables/texts.ts';
import type { OwnText } from '#areas/business/rules/texts/text-entry.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
});
afterAll(() => t.close());

const put = (key: string, version: number, value: OwnText | null) =>
  staff.put(`/api/admin/page-texts/${key}`, { version, value });

type Listed = { texts: { key: string; version: number; value: unknown; formerOurs: unknown }[] };
const listed = async (key: string) =>
  (await staff.get('/api/admin/page-texts')).json<Listed>().texts.find((text) => text.key === key);

describe('a text of a page', () => {
  test('is stored, audited, in the history and in the data of every page, and goes back to ours', async () => {
    const before = (await t.context.site.current()).version;
    const saved = await put('home.headline', 0, ' Dinner, done. ');
    expect(saved.json()).toMatchObject({
      key: 'home.headline',
      version: 1,
      value: 'Dinner, done.',
      changedBy: staff.staff.email,
      formerOurs: null,
    });
    const site = await t.context.site.current();
    expect(site.texts.own).toEqual({ 'home.headline': 'Dinner, done.' });
    expect(site.version).not.toBe(before);
    await put('home.headline', 1, null);
    expect((await t.context.site.current()).texts.own).toEqual({});
    const history = await staff.get('/api/admin/page-texts/home.headline/history');
    expect(history.json<{ versions: object[] }>().versions).toEqual([
      expect.objectContaining({ version: 2, value: null }),
      expect.objectContaining({ version: 1, value: 'Dinner, done.' }),
    ]);
    const { changes } = (await staff.get('/api/admin/audit?entity=text')).json<{
      changes: { action: string; entityId: string }[];
    }>();
    expect(changes.map(({ action, entityId }) => `${action} ${entityId}`)).toEqual([
      'text.reset home.headline',
      'text.update home.headline',
    ]);
  });

  test('that two change is refused to the second, with what the first wrote', async () => {
    await put('about.lead', 0, 'First.');
    const late = await put('about.lead', 0, 'Second.');
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'changed_meanwhile', theirs: { version: 1, value: 'First.' } },
    ]);
    expect((await put('about.lead', 1, 'Second.')).statusCode).toBe(200);
  });

  test('that two change at once is changed by one of them', async () => {
    const both = await Promise.all([put('how.lead', 0, 'One.'), put('how.lead', 0, 'Two.')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test.each<[string, OwnText, string]>([
    ['home.intro', 'See {nothing}', 'value'],
    ['home.intro', '<b>x</b>', 'value'],
    ['home.steps', [{ id: 'a', title: '', text: 'x' }], '0.title'],
    ['home.steps', 'x', 'value'],
    ['terms.topics', [{ id: 'a', title: 'x', text: 'x' }], 'value'],
    ['home.intro', { subject: null, text: 'x' }, 'value'],
    ['message.delivery_out.text', 'x', 'value'],
  ])('%s as %j is refused at its field', async (key, value, field) => {
    const reply = await put(key, 0, value);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('has a limit for all of them together', async () => {
    const topics = Array.from({ length: 28 }, (_, index) => ({
      id: `own-${index}`,
      title: 'x',
      text: 'x'.repeat(1999),
    }));
    const faq = [{ rule: 'allergens' }, ...topics];
    expect((await put('faq.questions', 0, faq)).statusCode).toBe(200);
    expect((await put('how.topics', 0, topics)).json()).toMatchObject({
      message: 'All your texts together are too long',
    });
    await put('faq.questions', 1, null);
  });

  test('tells when a release has changed our words since', async () => {
    await put('home.samples', 0, 'Mine');
    expect((await listed('home.samples'))?.formerOurs).toBeNull();
    await t.context.db.insert(texts).values({
      key: 'home.samples',
      version: 2,
      value: 'Mine',
      ours: 'What ours once said',
      changedBy: 'someone',
      changedAt: new Date(t.context.clock()),
    });
    expect((await listed('home.samples'))?.formerOurs).toBe('What ours once said');
  });

  test('that a release took away stays in the database, and on no list', async () => {
    await t.context.db.insert(texts).values({
      key: 'former.text',
      version: 1,
      value: 'x',
      ours: null,
      changedBy: 'someone',
      changedAt: new Date(t.context.clock()),
    });
    expect(await listed('former.text')).toBeUndefined();
    expect((await put('former.text', 1, 'y')).statusCode).toBe(404);
    expect((await staff.get('/api/admin/page-texts/former.text/history')).statusCode).toBe(404);
  });

  test('is never rewritten, no matter who tries', async () => {
    const { db } = t.context;
    for (const change of [
      db.update(texts).set({ value: 'x' }).where(eq(texts.key, 'about.lead')),
      db.delete(texts).where(eq(texts.key, 'about.lead')),
    ])
      await expect(change).rejects.toMatchObject({
        cause: { message: 'texts only takes new rows' },
      });
  });
});

test('another process shows a new text within a second', async () => {
  const { db, clock } = t.context;
  const [{ url }] = (await db.execute<{ url: string }>(sql`select current_database() as url`))
    .rows as [{ url: string }];
  const address = new URL(t.context.backup.databaseUrl);
  expect(address.pathname).toBe(`/${url}`);
  const feed = await openChangeFeed(address.href, { warn() {} });
  const other = createSite({ db, clock }, feed, loadShownRatings);
  await other.current();
  await put('home.area', 0, [{ id: 'area', title: 'Where', text: 'Here.' }]);
  await vi.waitFor(
    async () => expect((await other.current()).texts.own).toHaveProperty(['home.area']),
    { timeout: 1000, interval: 20 },
  );
  await feed.close();
});

test('an order keeps which terms it was made under', async () => {
  const termsOf = async () => {
    const { id } = await aPaidOrder(t);
    const { rows } = await t.context.db.execute<{ terms: number }>(
      sql`select c.terms_version as terms from ${checkouts} c join orders o on o.checkout_id = c.id where o.id = ${id}`,
    );
    return rows[0]?.terms;
  };
  expect(await termsOf()).toBe(0);
  const rules = ['ordering', 'prices', 'changes', 'allergies'].map((rule) => ({ rule }));
  await put('terms.topics', 0, [...rules, { id: 'own-1', title: 'Boxes', text: 'Keep them.' }]);
  expect(await termsOf()).toBe(1);
});

test('a preview is drawn by a process that has the pages, and refused by one without them', async () => {
  const ask = () =>
    staff.post('/api/admin/page-texts/preview', {
      path: '/about',
      texts: { 'about.lead': 'Draft' },
    });
  expect((await ask()).json()).toMatchObject({ code: 'no_pages' });
  t.context.pagePreview = { draw: async (path, draft) => `${path} ${JSON.stringify(draft)}` };
  const drawn = await ask();
  expect(drawn.json()).toEqual({ html: '/about {"about.lead":"Draft"}' });
  const elsewhere = await staff.post('/api/admin/page-texts/preview', { path: '/api', texts: {} });
  expect(elsewhere.statusCode).toBe(400);
});

test('a fact that changes is named before it is saved, and afterwards on Today', async () => {
  await put('landing.intro.after', 0, 'Weekly for $5.99.');
  await put('waitlist.intro', 0, 'Weekly for {weeklyFee}.');
  const settings = (await staff.get('/api/admin/settings')).json<Record<string, unknown>>();
  const dearer = { ...settings, weeklyFeeCents: 750 };
  const seen = await staff.put('/api/admin/settings', { ...dearer, dryRun: true });
  const { preview } = seen.json<{
    preview: { previewHash: string; effects: { field: string; message: string }[] };
  }>();
  const said = preview.effects.map(({ field, message }) => `${field}: ${message}`);
  expect(said).toEqual(
    expect.arrayContaining([
      'weeklyFeeCents: Your text “Landing, Intro after the launch” says “$5.99”, and goes on saying so. Change it in Page texts.',
      'weeklyFeeCents: Your texts with it follow: Waitlist, Intro.',
    ]),
  );
  t.advanceMinutes(1);
  const saved = await staff.put('/api/admin/settings', {
    ...dearer,
    previewHash: preview.previewHash,
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const { rows } = (await staff.get('/api/admin/today')).json<{
    rows: { kind: string; key: string; title: string }[];
  }>();
  expect(rows.filter(({ kind }) => kind === 'untrue_text')).toEqual([
    expect.objectContaining({
      title: 'A text says “$5.99”, which is not true any more',
      key: 'untrue_text:landing.intro.after',
    }),
  ]);
});
