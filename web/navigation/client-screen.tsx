import { lazy, type ReactNode, Suspense } from 'react';
import { useIsInBrowser } from './use-is-in-browser.ts';

// What talks to the server is loaded with the first screen that does.
const QueryProvider = lazy(async () => ({
  default: (await import('#web/api/query-provider.tsx')).QueryProvider,
}));

/** A screen that needs the browser: its place is rendered ahead as `fallback`, with a word for whom no script reaches. */
export function ClientScreen({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  if (!useIsInBrowser())
    return (
      <>
        {fallback}
        <p className="late-notice fixed inset-x-0 bottom-0 bg-warning-soft p-4 text-center text-ink">
          This page is slow to load. Please check your connection or load it again.
        </p>
      </>
    );
  return (
    <Suspense fallback={fallback}>
      <QueryProvider>{children}</QueryProvider>
    </Suspense>
  );
}
