import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';

// What talks to the server is loaded with the first screen that does.
const QueryProvider = lazy(async () => ({
  default: (await import('#web/api/query-provider.tsx')).QueryProvider,
}));

const neverChanges = () => () => {};

/** True in a browser that has brought the page to life; false while rendering ahead and for the first render after. */
function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** A screen that needs the browser: its place is rendered ahead as `fallback`. */
export function ClientScreen({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  if (!useIsInBrowser()) return fallback;
  return (
    <Suspense fallback={fallback}>
      <QueryProvider>{children}</QueryProvider>
    </Suspense>
  );
}
