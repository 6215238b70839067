import { describeFailure } from '#platform/web/api/api-error.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** Placeholder of an order, or why it cannot be shown. */
export function OrderWaiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) {
    return (
      <ErrorState
        title="We couldn’t load the order"
        message={describeFailure(error)}
        onRetry={onRetry}
      />
    );
  }
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the order</span>
      <Skeleton className="h-14 w-80 max-w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
