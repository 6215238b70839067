import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { CompareChart } from './compare-chart.tsx';

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
