import { useState } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

type ShortTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
};

/** More are shown on request: a menu has dozens of meals, and a year 52 weeks. */
const ROWS_SHOWN = 7;

export function ShortTable<Row>({ caption, columns, rows, keyOf }: ShortTableProps<Row>) {
  const [showsAll, setShowsAll] = useState(false);
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
