import type { ReactNode } from 'react';

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
