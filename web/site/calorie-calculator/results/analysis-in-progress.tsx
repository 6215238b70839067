import { Card } from '#web/ui/layout/card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

export function AnalysisInProgress() {
  return (
    <Card padding="large" role="status" className="grid gap-4">
      <h3 className="text-xl">Smart Analysis in Progress</h3>
      <p className="text-ink-soft">Working out your calories, your plan and a range of weeks.</p>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-24 w-full" />
    </Card>
  );
}
