import { useRef, useState } from 'react';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';

/**
 * Warns before what was typed is lost. `draft`: all that can be typed, as it is now. Returns the way back to the list,
 * for when what was edited is saved or gone.
 */
export function useEditorGuard(draft: unknown, what: string, onGone?: () => void): () => void {
  const now = JSON.stringify(draft);
  const [atFirst] = useState(now);
  const isLeaving = useRef(false);
  useLeaveGuard(now !== atFirst, what, isLeaving);
  return () => {
    isLeaving.current = true;
    onGone?.();
  };
}
