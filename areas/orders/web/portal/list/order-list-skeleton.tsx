import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

export function OrderListSkeleton() {
  return (
    <div role="status" className="grid gap-3 pt-4">
      <span className="sr-only">Loading orders</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-16 w-full xl:h-10" />
      ))}
    </div>
  );
}
