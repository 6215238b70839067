import { type ReactNode, Suspense, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True in a browser that has brought the page to life; false while rendering ahead and for the first render after. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** A screen that needs the browser: its place is rendered ahead as `fallback`. */
export function ClientScreen({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  return useIsInBrowser() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
