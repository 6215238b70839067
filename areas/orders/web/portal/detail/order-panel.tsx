import { type ReactNode, useId } from 'react';

/** One part of an order, under a heading. */
export function OrderPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-2xl border border-line bg-surface p-4"
    >
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </section>
  );
}
