import type { ReactNode } from 'react';
import type { Column } from '#platform/web/ui/layout/data-table.tsx';
import type { BothSides } from './describe-figures.ts';
import { ShortTable } from './short-table.tsx';

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
  header,
  name,
  names,
  value,
  ...table
}: CompareTableProps<Row>) {
  const columns: Column<Row>[] = [
    { name: 'name', header, cell: name },
    { name: 'now', header: names.now, align: 'end', cell: (row) => onOneLine(value(row, 'now')) },
    {
      name: 'before',
      header: names.before,
      align: 'end',
      cell: (row) => onOneLine(value(row, 'before')),
    },
  ];
  return <ShortTable {...table} columns={columns} />;
}

function onOneLine(figure: ReactNode) {
  return <span className="md:whitespace-nowrap">{figure}</span>;
}
