import { type ReactNode, useState, type ComponentProps, lazy, Suspense } from 'react';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import type { BothSides } from './describe-figures.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { CompareChart } from './compare-chart.tsx';

type CompareTableProps<Row> = {
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** For the first column. */
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

/** The library of charts comes after the numbers. */
const Chart = lazy(async () => ({ default: (await import('./compare-chart.tsx')).CompareChart }));

type FigurePartProps = {
  title: string;
  /** What counts, in a sentence. */
  about: string;
  /** Null: nothing to draw. */
  chart: ComponentProps<typeof CompareChart> | null;
  /** The same as a table. */
  children: ReactNode;
};

/** One subject: its chart, and every number of it in a table. */
export function FigurePart({ title, about, chart, children }: FigurePartProps) {
  return (
    <Card as="section" aria-label={title} className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-lg">{title}</h3>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      {chart && (
        <Suspense fallback={<div className="h-70" />}>
          <Chart {...chart} />
        </Suspense>
      )}
      {children}
    </Card>
  );
}
