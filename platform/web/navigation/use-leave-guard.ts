import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { confirmLeave } from '#platform/web/ui/feedback/confirm.tsx';
import { type Guard, useLocation, useNavigation } from './address.ts';

/**
 * Asks before unsaved changes to `what` are lost, by links and by closing the window. Navigating to the same URL does not
 * count, nor does a page that leaves of its own accord and has set `isLeaving`.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  what: string,
  isLeaving?: RefObject<boolean>,
): void {
  const { addGuard } = useNavigation();
  const { pathname, search } = useLocation();
  const isAsking = useRef(false);

  const blocks = useEffectEvent<Guard['blocks']>(
    (to) =>
      isUnsaved &&
      isLeaving?.current !== true &&
      (to.pathname !== pathname || to.search !== search),
  );
  const ask = useEffectEvent(async (leave: () => void) => {
    if (isAsking.current) return;
    isAsking.current = true;
    if (await confirmLeave(what)) leave();
    isAsking.current = false;
  });
  useEffect(
    () => addGuard({ blocks: (to) => blocks(to), ask: (leave) => void ask(leave) }),
    [addGuard],
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    // Browsers show their own text.
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stop);
    return () => removeEventListener('beforeunload', stop);
  }, [isUnsaved]);
}
