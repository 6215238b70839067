import { useRef, useState } from 'react';
import { useUnsavedGuard } from '#platform/web/navigation/use-unsaved-guard.ts';

/** Warns before what was typed is lost. `draft`: all that can be typed, as it is now. */
export function useEditorGuard(draft: unknown, onGone: () => void = () => {}) {
  const now = JSON.stringify(draft);
  const [atFirst] = useState(now);
  const isLeaving = useRef(false);
  const guard = useUnsavedGuard(now !== atFirst, isLeaving);
  return {
    ...guard,
    /** Back to the list, because what was edited is saved or gone. */
    goAway: () => {
      isLeaving.current = true;
      onGone();
    },
  };
}

export type EditorGuard = ReturnType<typeof useEditorGuard>;
