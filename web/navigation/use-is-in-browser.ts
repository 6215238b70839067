import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True in a browser that has brought the page to life; false while rendering ahead and for the first render after. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
