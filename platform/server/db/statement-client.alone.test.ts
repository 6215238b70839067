import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { StatementClient, watchStatements } from '#platform/server/db/statement-client.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});

const insert = (key: string) => db.insert(settings).values({ key, value: 1 });

async function preparedStatements(): Promise<{ name: string; statement: string }[]> {
  const { rows } = await db.execute<{ name: string; statement: string }>(
    sql`select name, statement from pg_prepared_statements`,
  );
  return rows;
}

describe('contract with pg and drizzle-orm: statement-client.ts sees every statement', () => {
  test('the pool makes its connections of the class it is given', async () => {
    const connection = await db.$client.connect();
    connection.release();
    expect(connection).toBeInstanceOf(StatementClient);
  });

  test('statements by drizzle, in a transaction or not, and by hand, come through query with their text', async () => {
    await db.execute(sql`select 'opened'`);
    const seen: string[] = [];
    const stop = watchStatements((text, send) => {
      seen.push(text);
      return send();
    });
    await insert('alone');
    await db.transaction(async (tx) => {
      await tx.update(settings).set({ value: 2 });
    });
    await db.execute(sql`select 'by hand'`);
    await db.$client.query('select 1');
    stop();
    await db.$client.query('select 2');
    expect(seen).toEqual([
      expect.stringMatching(/^insert into "settings"/),
      'begin',
      expect.stringMatching(/^update "settings" set/),
      'commit',
      "select 'by hand'",
      'select 1',
    ]);
  });

  test('within a transaction query answers with a promise, so that what comes after can be seen', async () => {
    const seen: string[] = [];
    const stop = watchStatements((text, send) => {
      const answer = send();
      if (answer instanceof Promise) void answer.then(() => seen.push(text));
      return answer;
    });
    await db.transaction((tx) => tx.update(settings).set({ value: 3 }));
    stop();
    expect(seen).toEqual(['begin', expect.stringMatching(/^update/), 'commit']);
  });

  test('a name makes PostgreSQL keep a write; what only reads is planned each time', async () => {
    await insert('first');
    await insert('second');
    await db
      .select()
      .from(settings)
      .where(sql`key = ${'first'}`);
    const kept = await preparedStatements();
    const inserts = kept.filter(({ statement }) => statement.startsWith('insert into "settings"'));
    expect(inserts).toEqual([
      { name: expect.stringMatching(/^[\w-]{22}$/), statement: expect.any(String) },
    ]);
    expect(kept.filter(({ statement }) => statement.startsWith('select'))).toEqual([]);
  });

  test('what is asked at the same moment leaves in one write', async () => {
    const client = await db.$client.connect();
    const { stream } = (client as unknown as StatementClient).connection;
    const written = vi.spyOn(stream, '_writev');
    const replies = await Promise.all([1, 2, 3].map((n) => client.query(`select ${n} as n`)));
    client.release();
    expect(replies.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    expect(written).toHaveBeenCalledOnce();
    written.mockRestore();
  });
});
