import { lazy, type ReactNode, Suspense } from 'react';
import { useIsInBrowser } from './use-is-in-browser.ts';

// What talks to the server is loaded with the first screen that does.
const QueryProvider = lazy(async () => ({
  default: (await import('#web/api/query-provider.tsx')).QueryProvider,
}));

/** A screen that needs the browser: its place is rendered ahead as `fallback`. */
export function ClientScreen({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  if (!useIsInBrowser()) return fallback;
  return (
    <Suspense fallback={fallback}>
      <QueryProvider>{children}</QueryProvider>
    </Suspense>
  );
}
