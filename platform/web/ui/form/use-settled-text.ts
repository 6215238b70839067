import { useEffect, useState } from 'react';

/** Long enough that one word is one search. */
const PAUSE_MS = 250;

/** What was typed, once the typing pauses. */
export function useSettledText(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(waiting);
  }, [text, pauseMs]);
  return settled;
}
