import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** Shown when a page's scripts did not arrive, or when it crashed. Reloading fixes both. */
export function PageFailure() {
  return (
    <main className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-20" role="alert">
      <h1 className="text-2xl">We couldn’t load this page</h1>
      <p>Check your connection and reload. Nothing you’ve chosen is lost.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Reload</Button>
        <a href={paths.home()} className={buttonClass('secondary')}>
          Home
        </a>
      </div>
    </main>
  );
}

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
