import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** Placeholder of a screen. */
export function ScreenSkeleton() {
  return (
    <div className="mx-auto grid max-w-3xl gap-5 px-4 py-10 sm:px-6">
      <div role="status" className="sr-only">
        Loading
      </div>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-6 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
