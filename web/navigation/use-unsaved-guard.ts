import { useEffect } from 'react';
import { useBlocker } from 'react-router';

export type UnsavedGuard = {
  /** Somebody is about to leave and lose what is not saved: ask them. */
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
};

/**
 * Keeps people from losing what is not saved, by links and by closing the window. Staying on the same path with the same
 * query is no leaving.
 */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    // Browsers ask in words of their own.
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
