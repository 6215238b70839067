import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** Placeholder of a staff page; also prerendered. */
export function PortalSkeleton() {
  return (
    <>
      <div className="min-h-16 border-b border-line bg-surface xl:min-h-9" />
      <main id="content" className="mx-auto grid w-full max-w-7xl gap-4 px-4 py-5 sm:px-6">
        <div role="status" className="sr-only">
          Loading
        </div>
        <PanelSkeleton />
      </main>
    </>
  );
}

/** Placeholder of a tab's content. */
export function PanelSkeleton() {
  return (
    <div className="grid gap-3 py-5">
      <Skeleton className="h-11 w-64 max-w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
