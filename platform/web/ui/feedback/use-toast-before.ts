import { useCallback } from 'react';
import { useToast } from './toast.tsx';
import type { ToastMessage } from './toast-region.tsx';

const LONGEST_WAIT_MS = 5000;

/**
 * For a toast that people must be able to read before the page acts: `act` runs when it has been on screen for
 * `readableMs`, or when it has not come within five seconds. The returned function calls `act` off.
 */
export function useToastBefore() {
  const { showToast } = useToast();
  return useCallback(
    (message: ToastMessage, readableMs: number, act: () => void): (() => void) => {
      let waiting = setTimeout(act, LONGEST_WAIT_MS);
      let isCalledOff = false;

      function onShown() {
        clearTimeout(waiting);
        if (!isCalledOff) waiting = setTimeout(act, readableMs);
      }
      showToast({ ...message, onShown });
      return () => {
        isCalledOff = true;
        clearTimeout(waiting);
      };
    },
    [showToast],
  );
}
