import { type ReactNode, useId } from 'react';

type OrderPanelProps = {
  title: ReactNode;
  isStruckOut?: boolean;
  actions?: ReactNode;
  about?: ReactNode;
  /** Only its head is shown, until it is opened. */
  isFolded?: boolean;
  children: ReactNode;
};

const CARD = 'min-w-0 rounded-2xl border border-line bg-surface px-4 py-3';

export function OrderPanel(props: OrderPanelProps) {
  const { title, isStruckOut = false, actions, about, isFolded = false, children } = props;
  const id = useId();
  const head = (
    <div className="min-w-0">
      <h2 id={id} className="text-lg">
        {isStruckOut ? <s>{title}</s> : title}
      </h2>
      {about && <div className="text-sm text-ink-soft">{about}</div>}
    </div>
  );
  if (isFolded)
    return (
      <section aria-labelledby={id} className={CARD}>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
            {head}
            <span className="text-sm font-semibold text-primary">Show meals</span>
          </summary>
          <div className="grid gap-2 pt-2">{children}</div>
        </details>
      </section>
    );
  return (
    <section aria-labelledby={id} className={`${CARD} grid content-start gap-2.5`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {head}
        {actions && <div className="-mr-3 flex flex-wrap print:hidden">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
