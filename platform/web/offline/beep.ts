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
    // Browsers keep it silent until somebody has tapped or typed.
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
