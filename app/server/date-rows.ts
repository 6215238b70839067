import { getTableName, sql } from 'drizzle-orm';
import { ledgerEntries } from '#areas/order-book/server/tables/ledger-entries.ts';
import type { EmptyStage } from '#app/server/stage.ts';

/** Dated by the app's clock, and nobody changes it: its trigger stays. */
const LEDGER = getTableName(ledgerEntries);

type Column = { table_name: string; column_name: string };

/**
 * Dates what the database dated itself. The services write most times by the app's clock, but a column with the default
 * now() says when the story was played: each such row gets the time at which it happened in the story, by real time, as the
 * card provider's books have it.
 */
export async function dateRows({ context: { db }, played, inRealTime }: EmptyStage): Promise<void> {
  const { rows: columns } = await db.execute<Column>(sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'now()' and table_name <> ${LEDGER}`);
  // Nothing was written after the last move. An open end would take times of the story for the database's own.
  const stretches = played.slice(0, -1).map(({ at, from }, index) => ({
    from_at: from.toISOString(),
    to_at: (played[index + 1]?.from ?? from).toISOString(),
    real_at: new Date(inRealTime(at)).toISOString(),
  }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temp table stretch on commit drop as
      select * from jsonb_to_recordset(${JSON.stringify(stretches)}::jsonb)
        as (from_at timestamptz, to_at timestamptz, real_at timestamptz)`);
    for (const { table_name: table, column_name: column } of columns) {
      const [name, field] = [sql.identifier(table), sql.identifier(column)];
      // Their triggers tell of changes by people, or refuse them.
      await tx.execute(sql`alter table ${name} disable trigger user`);
      await tx.execute(sql`update ${name} set ${field} = stretch.real_at from stretch
        where ${name}.${field} >= stretch.from_at and ${name}.${field} < stretch.to_at`);
      await tx.execute(sql`alter table ${name} enable trigger user`);
    }
  });
}
