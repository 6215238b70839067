/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   an element that is no longer laid out as a table is no longer read out as one, unless its role is spelled out */
import type { ReactNode } from 'react';
import { compareText } from '#platform/rules/compare-text.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

export type Column<Row> = {
  name: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end`: right-aligned numbers. */
  align?: 'start' | 'end';
  /** On a card, leaves out the `header`: the cell explains itself. */
  isPlain?: boolean;
  /** Its heading sorts: at first A to Z (`up`), or the most or newest first (`down`). */
  sorts?: 'up' | 'down';
  /** What it is sorted by where all rows are here; without it the server sorts. Null comes last. */
  by?: (row: Row) => string | number | null;
};

/** How a list is sorted: by a column's name, "-name" for the other way round; empty: as it comes. */
export type Sorted = { sort: string; onSort: (sort: string) => void };

type DataTableProps<Row> = {
  /** The table's name, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** A row that counts less than the others. */
  isFaded?: (row: Row) => boolean;
  /** Without it no heading sorts. */
  sorted?: Sorted;
};

/** A table that becomes a list of cards on narrow screens, each titled by its first column. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isFaded, sorted } = props;
  const headings = sorted ? columns.filter(({ sorts }) => sorts) : [];
  const table = (
    <table role="table" className="w-full border-separate border-spacing-0 max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className={headings.length > 0 ? 'max-md:hidden' : 'max-md:sr-only'}>
        <tr role="row">
          {columns.map(({ name, header, align, sorts }) => {
            const look = classNames(
              'border-b border-line py-2 text-sm font-semibold text-ink-soft',
              align === 'end' ? 'text-right' : 'text-left',
            );
            return sorts && sorted ? (
              <SortHeading
                key={name}
                {...sorted}
                first={firstOf(name, sorts)}
                className={classNames(look, 'px-1.5')}
              >
                {header}
              </SortHeading>
            ) : (
              <th key={name} role="columnheader" scope="col" className={classNames(look, 'px-3')}>
                {header}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
        {inSequence(rows, columns, sorted?.sort).map((row) => (
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
  if (!sorted || headings.length === 0) return table;
  return (
    <div className="grid gap-3">
      <SortSelect
        {...sorted}
        className="justify-self-end md:hidden"
        choices={headings.map(({ name, header, sorts = 'up' }) => ({
          first: firstOf(name, sorts),
          words: header,
        }))}
      />
      {table}
    </div>
  );
}

function firstOf(name: string, sorts: 'up' | 'down'): string {
  return sorts === 'down' ? `-${name}` : name;
}

function inSequence<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort = '',
): readonly Row[] {
  const { by } = columns.find(({ name }) => name === sort.replace('-', '')) ?? {};
  if (!by) return rows;
  const way = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const isNumber = typeof a === 'number' && typeof b === 'number';
    return way * (isNumber ? a - b : compareText(String(a), String(b)));
  });
}

type SortSelectProps<Sort extends string> = {
  choices: readonly { first: Sort; words: ReactNode }[];
  sort: Sort | '';
  onSort: (sort: Sort) => void;
  className?: string;
};

/** The same as the headings, where rows are cards. */
export function SortSelect<Sort extends string>(props: SortSelectProps<Sort>) {
  const { choices, sort, onSort, className } = props;
  const isKnown = choices.some(({ first }) => first === sort);
  return (
    <div className={className}>
      <SelectField
        label="Sorted by"
        hideLabel
        value={sort}
        onChange={({ target }) => onSort(target.value as Sort)}
      >
        {!isKnown && <option value={sort}>Sorted by…</option>}
        {choices.map(({ first, words }) => (
          <option key={first} value={first}>
            {words}
          </option>
        ))}
      </SelectField>
    </div>
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
  className?: string;
  children: ReactNode;
};

/** A heading that sorts its list, on the server. */
export function SortHeading<Sort extends string>(props: SortHeadingProps<Sort>) {
  const { first, sort, onSort, className, children } = props;
  const isDown = sort.startsWith('-');
  const isIt = sort.replace('-', '') === first.replace('-', '');
  const other = (isDown ? sort.slice(1) : `-${sort}`) as Sort;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isIt ? (isDown ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      <button
        type="button"
        className="min-h-7 rounded px-1.5 hover:text-ink hover:underline"
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
