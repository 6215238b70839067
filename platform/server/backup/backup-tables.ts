import type pg from 'pg';
import { BackupError } from './backup-format.ts';

export type BackupTable = { name: string; columns: string[] };

/** All tables with their writable columns, each after those it refers to. */
export async function listBackupTables(client: pg.Client): Promise<BackupTable[]> {
  const columns = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
    group by c.relname order by c.relname`);
  const references = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and conrelid <> confrelid
      and connamespace = 'public'::regnamespace`);
  return inFillingOrder(columns.rows, references.rows);
}

function inFillingOrder(
  tables: BackupTable[],
  references: { from: string; to: string }[],
): BackupTable[] {
  const ordered: BackupTable[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (ready.length === 0) {
      throw new BackupError(
        `These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`,
      );
    }
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

export function copyColumns({ name, columns }: BackupTable): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
}
