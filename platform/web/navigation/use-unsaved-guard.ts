import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';

export type UnsavedGuard = {
  /** Someone is about to leave and lose unsaved changes: ask them. */
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
};

/**
 * Warns before unsaved changes are lost, by links and by closing the window. Navigating to the same URL does not count,
 * nor does a page that leaves of its own accord and has set `isLeaving`.
 */
export function useUnsavedGuard(isUnsaved: boolean, isLeaving?: RefObject<boolean>): UnsavedGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      isLeaving?.current !== true &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    // Browsers show their own text.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
