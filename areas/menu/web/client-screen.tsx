import { lazy, type ReactNode, Suspense } from 'react';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';

// Code that makes calls is loaded with the first screen that needs it.
const QueryProvider = lazy(async () => ({
  default: (await import('#areas/menu/web/query-provider.tsx')).QueryProvider,
}));

type ScreenProps = { children: ReactNode; fallback: ReactNode };

export function ClientScreen({ children, fallback }: ScreenProps) {
  return (
    <InBrowser fallback={fallback}>
      <QueryProvider>{children}</QueryProvider>
    </InBrowser>
  );
}

/**
 * A screen that needs the browser: `fallback` is prerendered in its place, with a message for visitors whose scripts
 * never arrive.
 */
export function InBrowser({ children, fallback }: ScreenProps) {
  if (useIsInBrowser()) return <Suspense fallback={fallback}>{children}</Suspense>;
  return (
    <>
      {fallback}
      <p className="late-notice fixed inset-x-0 bottom-0 bg-warning-soft p-4 text-center text-ink">
        This page is taking a while. Check your connection, or reload.
      </p>
    </>
  );
}
