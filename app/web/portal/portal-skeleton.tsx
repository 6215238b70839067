import { paths } from '#platform/web/navigation/paths.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** Placeholder of a staff page; also prerendered. */
export function PortalSkeleton() {
  return (
    <div className="portal flex-1 wide:grid wide:grid-cols-[13.5rem_minmax(0,1fr)]">
      <div className="border-r border-line bg-sunken max-wide:hidden" />
      <div className="min-w-0">
        <div className="min-h-13 border-b border-line" />
        <main id="content" className="px-3 pt-3 wide:px-7 wide:pt-5">
          <div role="status" className="sr-only">
            Loading
          </div>
          <noscript>
            <p className="py-5">
              The portal needs scripts, which are off in this browser.{' '}
              <a href={paths.logout()} className="font-semibold underline">
                Logout
              </a>
            </p>
          </noscript>
          <PanelSkeleton />
        </main>
      </div>
    </div>
  );
}

export function PanelSkeleton() {
  return (
    <div className="grid gap-3 py-5">
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}
