import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Figure = { label: string; value: ReactNode; note?: ReactNode };

const COLUMNS = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4' };

/** A few numbers at a glance, side by side; two in a row on a phone. */
export function Figures({
  figures,
  columns = 4,
}: {
  figures: readonly Figure[];
  columns?: 2 | 3 | 4;
}) {
  return (
    <dl className={classNames('grid grid-cols-2 gap-3', COLUMNS[columns])}>
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-2xl border border-line bg-surface px-4 py-3"
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-xl leading-tight font-semibold tabular-nums">
            {value}
            {note && <span className="ml-2 text-sm font-normal text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
