import { type ReactNode, useId } from 'react';

type OverviewSectionProps = { title: ReactNode; about: ReactNode; children: ReactNode };

/** One section of the page: its items, and what to do about them. */
export function OverviewSection({ title, about, children }: OverviewSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <p className="max-w-prose text-sm text-ink-soft">{about}</p>
      </div>
      {children}
    </section>
  );
}
