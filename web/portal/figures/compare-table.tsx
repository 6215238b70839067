import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
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

/** More are shown on request: a menu has dozens of meals, and a year 52 weeks. */
const ROWS_SHOWN = 7;

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
  const [showsAll, setShowsAll] = useState(false);
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
  return (
    <div className="grid justify-items-start gap-3">
      <DataTable
        caption={caption}
        columns={columns}
        rows={showsAll ? rows : rows.slice(0, ROWS_SHOWN)}
        keyOf={keyOf}
      />
      {rows.length > ROWS_SHOWN && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Show ${ROWS_SHOWN}` : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  );
}

function onOneLine(figure: ReactNode) {
  return <span className="md:whitespace-nowrap">{figure}</span>;
}
