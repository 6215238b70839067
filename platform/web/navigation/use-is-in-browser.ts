import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True once the browser has brought the page to life; false while prerendering and for the first render after it. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
