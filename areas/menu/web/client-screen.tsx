import { lazy, type ReactNode, Suspense } from 'react';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';

// Code that makes calls is loaded with the first screen that needs it.
const QueryProvider = lazy(async () => ({
  default: (await import('#areas/menu/web/query-provider.tsx')).QueryProvider,
}));

/**
 * A screen that needs the browser: `fallback` is prerendered in its place, with a message for visitors whose scripts
 * never arrive.
 */
export function ClientScreen({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  if (!useIsInBrowser())
    return (
      <>
        {fallback}
        <p className="late-notice fixed inset-x-0 bottom-0 bg-warning-soft p-4 text-center text-ink">
          This page is taking a while. Check your connection, or reload.
        </p>
      </>
    );
  return (
    <Suspense fallback={fallback}>
      <QueryProvider>{children}</QueryProvider>
    </Suspense>
  );
}
