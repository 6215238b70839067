import type { ReactNode } from 'react';
import { type Column, DataTable } from '#web/ui/layout/data-table.tsx';
import type { BothSides } from './describe-figures.ts';

type CompareTableProps<Row> = {
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Of the first column. */
  header: string;
  name: (row: Row) => ReactNode;
  names: BothSides<string>;
  value: (row: Row, side: 'now' | 'before') => ReactNode;
};

/** Each row with its figure of these weeks and of those before. */
export function CompareTable<Row>({
  caption,
  rows,
  keyOf,
  header,
  name,
  names,
  value,
}: CompareTableProps<Row>) {
  const columns: Column<Row>[] = [
    { name: 'name', header, cell: name },
    { name: 'now', header: names.now, align: 'end', cell: (row) => value(row, 'now') },
    { name: 'before', header: names.before, align: 'end', cell: (row) => value(row, 'before') },
  ];
  return <DataTable caption={caption} columns={columns} rows={rows} keyOf={keyOf} />;
}
