import { useEffect, useEffectEvent } from 'react';

const FEWEST_CHARACTERS = 20;
/** Nobody types so many characters so fast. */
const WITHIN_MS = 300;

/** A scanner that types what it reads, wherever on the page: many characters at once, then Enter. */
export function useKeyScanner(onCode: (text: string) => void): void {
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    let typed: { character: string; at: number }[] = [];

    function listen(event: KeyboardEvent) {
      const { key, timeStamp: at } = event;
      if (key === 'Enter') {
        const fast = typed.at(-FEWEST_CHARACTERS);
        const text = typed.map(({ character }) => character).join('');
        typed = [];
        if (!fast || at - fast.at > WITHIN_MS) return;
        // It must not press the button that happens to have the focus.
        event.preventDefault();
        event.stopPropagation();
        tell(text);
        return;
      }
      // Shift and the like come between the characters.
      if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      const last = typed.at(-1);
      if (last && at - last.at > WITHIN_MS) typed = [];
      typed.push({ character: key, at });
    }

    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
}
