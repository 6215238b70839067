import { useEffect, useEffectEvent } from 'react';

/** High and short: it is right. Low and twice: look at the screen. */
export type Beep = 'right' | 'wrong';

const TONES: Record<Beep, readonly { hertz: number; from: number; until: number }[]> = {
  right: [{ hertz: 1200, from: 0, until: 0.12 }],
  wrong: [
    { hertz: 220, from: 0, until: 0.18 },
    { hertz: 220, from: 0.26, until: 0.44 },
  ],
};
const VOLUME = 0.25;

let audio: AudioContext | null = null;

/** Silent where there is no sound: what was heard is always written too. */
export function beep(kind: Beep): void {
  try {
    audio ??= new AudioContext();
    // Browsers keep it silent until someone has tapped or typed.
    void audio.resume();
    for (const { hertz, from, until } of TONES[kind]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      volume.gain.value = VOLUME;
      tone.frequency.value = hertz;
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + from);
      tone.stop(audio.currentTime + until);
    }
  } catch {
    // No sound on this device.
  }
}

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
