import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { MEAL_IMAGE_WIDTHS } from '#areas/menu/rules/meal-picture.ts';
import { logoUrl } from '#areas/business/rules/logo.ts';
import { mealImages } from '#areas/menu/server/tables/meals.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import { readIdentities } from '#platform/server/recovery-key.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { storeLogo } from '#areas/menu/server/logo-routes.ts';
import { exportedTables, writeExport } from '#areas/office/server/write-export.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const PICTURE = randomBytes(3000);

let t: TestApp;
let staffClient: StaffClient;
let files: Map<string, Buffer>;
let sealed: string;
const SECRET = 'sk_test_nobody_reads_this_9c1e';

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  const recipient = { firstName: 'Rose', lastName: 'Quill', phone: '0498 765 432' };
  const order = await aPaidOrder(t, { recipient });
  await aPaidOrder(t, {
    people: [
      {
        name: 'Mia',
        calorieTarget: 1200,
        allergens: ['lupin'],
        diets: ['no beef'],
        note: 'no olives',
      },
    ],
  });
  await staffClient.delete(`/api/admin/orders/${order.id}`);
  await t.context.db.insert(waitlistEntries).values({
    email: 'ada@example.com',
    name: '=HYPERLINK("https://evil.example","Ada")',
    suburb: 'Cleveland',
    phone: '+61412345678',
  });
  await t.context.db.execute(sql`
    insert into waitlist_entries (id, email, suburb)
    select i, 'guest' || i || '@example.com', 'Cleveland' from generate_series(1, 1200) i`);
  const hash = createHash('sha256').update(PICTURE).digest('hex').slice(0, 16);
  await t.context.db
    .insert(mealImages)
    .values({ hash, width: MEAL_IMAGE_WIDTHS[0], format: 'webp', bytes: PICTURE });
  const logo = sharp({ create: { width: 90, height: 60, channels: 4, background: '#7a2e5d' } });
  await storeLogo(t.context, await logo.png().toBuffer());
  const row = { kind: 'cards', account: 'acct_1/test', version: 1 } as const;
  sealed = await t.context.connections.seal({ ...row, values: { secretKey: SECRET } });
  await t.context.db.insert(connections).values({
    ...row,
    state: 'current',
    sealed,
    shown: { ending: '…9c1e' },
    proof: null,
    changedBy: staffClient.staff.email,
    changedAt: new Date(t.context.clock()),
  });
  await staffClient.post('/api/admin/system/backups');
  const reply = await staffClient.get('/api/admin/export');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/zip');
  expect(reply.headers['content-disposition']).toContain('mealrun-export-2026-01-07.zip');
  files = await unzip(reply.rawPayload);
});
afterAll(() => t.close());

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    found.set(entry.fileName, Buffer.concat(chunks));
  }
  return found;
}

const textOf = (name: string) => files.get(name)?.toString('utf8') ?? '';

test('people carry what they may not eat, and items what was agreed and which helping they are', () => {
  const people = JSON.parse(textOf('json/people.json')) as unknown[];
  const theirs = { name: 'Mia', allergens: ['lupin'], diets: ['no beef'], note: 'no olives' };
  expect(people).toContainEqual(expect.objectContaining(theirs));
  expect(JSON.parse(textOf('json/order_items.json'))).toContainEqual(
    expect.objectContaining({ helping: 1, override: null }),
  );
  expect(textOf('csv/people.csv').split('\r\n')[0]).toMatch(/allergens,diets,note/);
  expect(textOf('csv/people.csv')).toContain('lupin');
  expect(textOf('csv/order_items.csv').split('\r\n')[0]).toContain('override');
});

test('each table is included as CSV and as JSON, with as many rows as the database has', async () => {
  const counts = JSON.parse(textOf('counts.json')) as Record<string, number>;
  for (const { name, where = 'true' } of exportedTables(t.context.keptTables)) {
    // The export is recorded in the audit trail before the trail is read.
    const { rows } = await t.context.db.execute<{ n: number }>(
      sql.raw(`select count(*)::int as n from ${name} where ${where}`),
    );
    const inJson = JSON.parse(textOf(`json/${name}.json`)) as unknown[];
    expect([name, inJson.length, counts[name]]).toEqual([name, rows[0]?.n, rows[0]?.n]);
    expect([name, countCsvRows(textOf(`csv/${name}.csv`))]).toEqual([name, inJson.length + 1]);
  }
  expect(counts['waitlist_entries']).toBe(1201);
});

function countCsvRows(csv: string): number {
  const outsideQuotes = csv.replaceAll(/"(?:[^"]|"")*"/g, '');
  return outsideQuotes.split('\r\n').length - 1;
}

test('formulas and phone numbers are text in CSV and unchanged in JSON', () => {
  const csv = textOf('csv/waitlist_entries.csv');
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""Ada"")"`);
  expect(csv).toContain(",'+61412345678,");
  expect(textOf('json/waitlist_entries.json')).toContain(
    String.raw`"=HYPERLINK(\"https://evil.example\",\"Ada\")"`,
  );
});

test('pictures are separate files', () => {
  const [picture] = [...files.entries()].filter(([name]) => name.startsWith('pictures/'));
  expect(picture?.[0]).toMatch(/^pictures\/[0-9a-f]{16}-\d+\.webp$/);
  expect(picture?.[1]).toEqual(PICTURE);
});

test('a logo is a file that its row names, as it is shown', async () => {
  const [{ hash } = { hash: '' }] = JSON.parse(textOf('json/logos.json')) as { hash: string }[];
  const shown = await t.app.inject(logoUrl({ hash }));
  expect(files.get(`logos/${hash}.png`)).toEqual(shown.rawPayload);
  expect((await sharp(files.get(`logos/${hash}.png`)).metadata()).format).toBe('png');
});

test('nothing that grants access is exported: no secret, no hash, no tracking link', async () => {
  const { db, trackingSecret, signIn } = t.context;
  const { rows } = await db.execute<{ secret: string }>(sql`
    select client_secret as secret from checkouts
    union all select tracking_token_hash from checkouts
    union all select recipient_token_hash from orders where recipient is not null
    union all select password from staff_accounts
    union all select token from staff_sessions`);
  const secrets = [...rows.map(({ secret }) => secret), trackingSecret, signIn.secret];
  expect(secrets.length).toBeGreaterThan(7);
  const all = [...files.values()].map((bytes) => bytes.toString('utf8')).join('\n');
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/_secret_|"password"|\/track\//);
});

const confirmedFor = (time: string) =>
  t.context.db.execute(sql`update staff_sessions set confirmed_at = now() - ${time}::interval`);

test('only staff get it, and only after a recent proof of identity', async () => {
  expect((await t.app.inject('/api/admin/export')).statusCode).toBe(401);
  await confirmedFor('1 hour');
  const stale = await staffClient.get('/api/admin/export');
  expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
  const { rows } = await t.context.db.execute<{ n: number }>(
    sql`select count(*)::int as n from audit_log where action = 'system.export'`,
  );
  expect(rows[0]?.n).toBe(1);
});

test('the audit trail comes as CSV by its filters, after a recent proof of identity, and that is audited', async () => {
  const url = '/api/admin/audit.csv?what=system&from=2020-01-01';
  await confirmedFor('1 hour');
  const stale = await staffClient.get(url);
  expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
  await confirmedFor('9 minutes');
  const reply = await staffClient.get(url);
  expect(reply.statusCode, reply.body).toBe(200);
  const lines = reply.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFDate,Time,Who,About,Name,What,Details');
  expect(lines.slice(1).every((line) => line.includes(',System,'))).toBe(true);
  expect(lines.some((line) => line.includes('Everything exported'))).toBe(true);
  const again = await staffClient.get(url);
  expect(again.body).toContain('Audit trail downloaded as CSV');
  await confirmedFor('11 minutes');
  expect((await staffClient.get(url)).statusCode).toBe(403);
});

test('an aborted download leaves no connection behind', async () => {
  const stream = await writeExport(t.context);
  stream.once('data', () => stream.destroy());
  await new Promise((resolve) => stream.once('close', resolve));
  await expect
    .poll(async () => {
      const { rows } = await t.context.db.execute<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and query like '%exported%'
          and pid <> pg_backend_pid()`);
      return rows[0]?.n;
    })
    .toBe(0);
});

test('the waitlist comes as CSV only after a recent proof of identity, and that is audited', async () => {
  await confirmedFor('1 hour');
  const stale = await staffClient.get('/api/admin/waitlist.csv');
  expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
  await confirmedFor('9 minutes');
  const reply = await staffClient.get('/api/admin/waitlist.csv');
  expect(reply.statusCode, reply.body).toBe(200);
  const { rows } = await t.context.db.execute<{ n: number }>(
    sql`select count(*)::int as n from audit_log where action = 'waitlist_entry.export'`,
  );
  expect(rows[0]?.n).toBe(1);
});

test('no secret of a connection, sealed or not, and no recovery key is in it, nor in what lists the backups', async () => {
  const [key] = await readIdentities(t.context.recoveryKey);
  expect(key).toMatch(/^AGE-SECRET-KEY-/);
  const texts = [...files].map(([name, bytes]) => [name, bytes.toString('latin1')] as const);
  const listed = [
    '/api/admin/system',
    '/api/admin/connections',
    '/api/admin/going-live',
    '/api/admin/audit',
  ];
  for (const url of listed) texts.push([url, (await staffClient.get(url)).body]);
  // Lines of its armour: it is nowhere in a part either.
  const parts = [SECRET, key, ...sealed.split('\n').filter((line) => line.length > 40)];
  expect(parts.length).toBeGreaterThan(2);
  for (const [name, text] of texts)
    for (const part of parts) expect(text.includes(part), `${name} has ${part}`).toBe(false);
});
