/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   an element that is no longer laid out as a table is no longer read out as one, unless its role is spelled out */
import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

export type Column<Row> = {
  name: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end`: right-aligned numbers. */
  align?: 'start' | 'end';
  /** On a card, leaves out the `header`: the cell explains itself. */
  isPlain?: boolean;
};

type DataTableProps<Row> = {
  /** The table's name, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** A row that counts less than the others. */
  isFaded?: (row: Row) => boolean;
};

/** A table that becomes a list of cards on narrow screens, each titled by its first column. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isFaded }: DataTableProps<Row>) {
  return (
    <table role="table" className="w-full border-separate border-spacing-0 max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map(({ name, header, align }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={classNames(
                'border-b border-line px-3 py-2 text-sm font-semibold text-ink-soft',
                align === 'end' ? 'text-right' : 'text-left',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className={classNames(
              'max-md:grid max-md:gap-1 max-md:rounded-2xl max-md:border max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-3 md:hover:bg-surface',
              isFaded?.(row) && 'text-ink-soft',
            )}
          >
            {columns.map((column, index) => (
              <DataCell key={column.name} column={column} row={row} isTitle={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DataCellProps<Row> = { column: Column<Row>; row: Row; isTitle: boolean };

function DataCell<Row>({ column, row, isTitle }: DataCellProps<Row>) {
  const { header, cell, align, isPlain = false } = column;
  return (
    <td
      role="cell"
      className={classNames(
        'min-w-0 max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 md:border-b md:border-line md:px-3 md:py-2 md:align-middle',
        align === 'end' && 'tabular-nums md:text-right',
      )}
    >
      {!isPlain && !isTitle && (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft md:hidden">
          {header}
        </span>
      )}
      {isPlain ? (
        cell(row)
      ) : (
        <div
          className={classNames('min-w-0', isTitle ? 'max-md:font-semibold' : 'max-md:text-right')}
        >
          {cell(row)}
        </div>
      )}
    </td>
  );
}

type SortHeadingProps<Sort extends string> = {
  /** How it sorts when it is pressed first: "-net"; again, the other way round. */
  first: Sort;
  /** How the list is sorted. */
  sort: Sort;
  onSort: (sort: Sort) => void;
  isNumber?: boolean;
  children: ReactNode;
};

/** A heading that sorts its list, on the server. */
export function SortHeading<Sort extends string>(props: SortHeadingProps<Sort>) {
  const { first, sort, onSort, isNumber = false, children } = props;
  const isDown = sort.startsWith('-');
  const isIt = sort.replace('-', '') === first.replace('-', '');
  const other = (isDown ? sort.slice(1) : `-${sort}`) as Sort;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isIt ? (isDown ? 'descending' : 'ascending') : undefined}
      className={classNames('p-0 text-xs font-semibold', isNumber && 'text-right')}
    >
      <button
        type="button"
        className="h-7 rounded px-1.5 whitespace-nowrap hover:text-ink hover:underline"
        onClick={() => onSort(isIt ? other : first)}
      >
        {children}
        <span aria-hidden="true">{isIt && (isDown ? ' ↓' : ' ↑')}</span>
      </button>
    </th>
  );
}

export type Stat = { label: string; value: ReactNode };

/** A few numbers at a glance, side by side; two in a row on a phone. */
export function StatList({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {stats.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-2xl border border-line bg-surface px-4 py-3"
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-xl leading-tight font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
