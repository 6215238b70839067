/** Sums over every value of a database, to compare it with itself after a migration. */
import pg from 'pg';

/** For each table its rows, and for each column a sum of its values that changes with any of them. */
export type Digest = Map<string, { rows: number; columns: Map<string, string> }>;

type Shape = Map<string, string[]>;

/** For all business tables, or of those columns of `shape` that are still there. */
export async function digestTables(url: string, shape?: Digest): Promise<Digest> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await listColumns(client);
    const digest: Digest = new Map();
    for (const [table, columns] of found) {
      const asked = shape ? columns.filter((name) => shape.get(table)?.columns.has(name)) : columns;
      if (shape && !shape.has(table)) continue;
      const sums = asked.map(
        (name) => `sum(hashtextextended(coalesce("${name}"::text, '∅'), 0)::numeric)::text`,
      );
      // Which values stand in one row: a column may not be shuffled either.
      const whole = `sum(hashtextextended(row(${asked.map((name) => `"${name}"`).join(', ')})::text, 0)::numeric)::text`;
      const { rows } = await client.query<[number, ...string[]]>({
        text: `select count(*)::int, ${[...sums, whole].join(', ')} from "${table}"`,
        rowMode: 'array',
      });
      const [count = 0, ...values] = rows[0] ?? [];
      const named = [...asked, WHOLE_ROWS].map(
        (name, index) => [name, values[index] ?? ''] as const,
      );
      digest.set(table, { rows: count, columns: new Map(named) });
    }
    return digest;
  } finally {
    await client.end();
  }
}

export const WHOLE_ROWS = '(whole rows)';

async function listColumns(client: pg.Client): Promise<Shape> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** What is missing or different, one line each: "orders: 1 of 12 rows are missing", "orders.total_cents has other values". */
export function compareDigests(before: Digest, after: Digest): string[] {
  return [...before].flatMap(([table, was]) => {
    const is = after.get(table);
    if (!is) return [`${table} is gone`];
    if (is.rows !== was.rows) return [`${table} has ${is.rows} rows instead of ${was.rows}`];
    const columns = [...was.columns].filter(([name]) => name !== WHOLE_ROWS);
    const lines = columns.flatMap(([name, sum]) => {
      const now = is.columns.get(name);
      if (now === undefined) return [`${table}.${name} is gone`];
      return now === sum ? [] : [`${table}.${name} has other values`];
    });
    const isShuffled =
      lines.length === 0 && is.columns.get(WHOLE_ROWS) !== was.columns.get(WHOLE_ROWS);
    return isShuffled ? [`${table} has its values in other rows`] : lines;
  });
}
