import { useEffect, useRef, useState } from 'react';

/** Acts on one after the other, so that each finds what came of the one before, however fast they come. */
export function useInTurn<Given>(act: (given: Given) => Promise<void>): (given: Given) => void {
  const latest = useRef(act);
  const [actedCount, setActedCount] = useState(0);
  const whenShown = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => whenShown.current?.(), [actedCount]);
  const turn = useRef(Promise.resolve());
  return (given) => {
    turn.current = turn.current.then(async () => {
      await latest.current(given);
      // On the screen together with what came of it, and so in the next `act`. A timer may be faster than the screen.
      await new Promise<void>((done) => {
        whenShown.current = done;
        setActedCount((count) => count + 1);
      });
    });
  };
}
