import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation } from './address.ts';

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
  const { addGuard } = useNavigation();
  const { pathname, search } = useLocation();
  const [wish, setWish] = useState<{ go: () => void } | null>(null);

  const blocks = useEffectEvent(
    (to: { pathname: string; search: string }) =>
      isUnsaved &&
      isLeaving?.current !== true &&
      (to.pathname !== pathname || to.search !== search),
  );
  useEffect(
    () => addGuard({ blocks: (to) => blocks(to), ask: (go) => setWish({ go }) }),
    [addGuard],
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    // Browsers show their own text.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  function leave() {
    setWish(null);
    wish?.go();
  }
  return { isAsking: wish !== null, stay: () => setWish(null), leave };
}
