import { type ReactNode, useId } from 'react';

type OrderPanelProps = {
  title: string;
  /** It was cancelled: its heading is struck out. */
  isStruckOut?: boolean;
  children: ReactNode;
};

/** One part of an order, under a heading. */
export function OrderPanel({ title, isStruckOut = false, children }: OrderPanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-2xl border border-line bg-surface p-4"
    >
      <h3 id={id} className="text-lg">
        {isStruckOut ? <s>{title}</s> : title}
      </h3>
      {children}
    </section>
  );
}
