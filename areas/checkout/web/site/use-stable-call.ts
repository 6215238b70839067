import { useCallback, useEffect, useRef } from 'react';

/** The same function for good, so that what is given it need not be drawn again. */
export function useStableCall<Arguments extends unknown[]>(
  call: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
