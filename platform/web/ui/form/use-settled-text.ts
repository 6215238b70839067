import { useEffect, useState } from 'react';

/** Long enough that one word is one search. */
const PAUSE_MS = 250;

/** What was typed, once the typing pauses. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(waiting);
  }, [text]);
  return settled;
}
