import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

const LOOK_EVERY_MS = 150;
/** A code that stays in the picture is read once. */
const SAME_AGAIN_MS = 2500;

type CameraViewProps = { onCode: (text: string) => void; className?: string };

/** What the camera sees; each code in it is told once. Without a camera a sentence says what to do instead. */
export function CameraView({ onCode, className }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOn, setOn] = useState(false);
  const tell = useEffectEvent(onCode);

  useEffect(() => {
    const leaving = new AbortController();
    const seen = new Map<string, number>();

    function noteCodes(texts: readonly string[]) {
      const now = Date.now();
      for (const text of texts) {
        const isNew = now - (seen.get(text) ?? 0) > SAME_AGAIN_MS;
        seen.set(text, now);
        if (isNew) tell(text);
      }
    }

    async function watch(picture: HTMLVideoElement) {
      const stream = await openCamera();
      const close = () => stream.getTracks().forEach((track) => track.stop());
      if (leaving.signal.aborted) return close();
      leaving.signal.addEventListener('abort', close);
      picture.srcObject = stream;
      await picture.play();
      setOn(true);
      const read = await loadReader();
      while (!leaving.signal.aborted) {
        noteCodes(await readOrNothing(() => read(picture)));
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }

    if (video.current)
      watch(video.current).catch((error: unknown) => {
        if (!leaving.signal.aborted)
          setProblem(error instanceof CameraProblem ? error.message : CANNOT);
        leaving.abort();
      });
    return () => leaving.abort();
  }, []);

  return (
    <div className={classNames('relative overflow-hidden bg-ink text-ground', className)}>
      {problem !== null ? (
        <p role="alert" className="p-4 text-lg font-semibold">
          {problem}
        </p>
      ) : (
        <>
          <video
            ref={video}
            aria-label="What the camera sees"
            muted
            playsInline
            className="size-full object-cover"
          />
          {!isOn && (
            <p role="status" className="absolute inset-0 grid place-items-center text-lg">
              Starting the camera…
            </p>
          )}
        </>
      )}
    </div>
  );
}

class CameraProblem extends Error {}

const CANNOT = 'The camera can’t be used here. Go on without it.';

/** The one at the back. Throws CameraProblem, in words for anyone who holds the device. */
async function openCamera(): Promise<MediaStream> {
  // Without https browsers have no camera at all.
  if (!('mediaDevices' in navigator)) throw new CameraProblem(CANNOT);
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError')
      throw new CameraProblem(
        'The camera is not allowed. Allow it for this page in the browser, or go on without it.',
      );
    if (error instanceof DOMException && error.name === 'NotFoundError')
      throw new CameraProblem('There is no camera here. Go on without it.');
    throw new CameraProblem(CANNOT);
  }
}

async function loadReader() {
  try {
    return await loadCodeReader();
  } catch {
    throw new CameraProblem(
      'The scanner could not be loaded. Go on without it, or open it again with a connection.',
    );
  }
}

/** One picture that cannot be read is followed by the next. */
async function readOrNothing(read: () => Promise<string[]>): Promise<string[]> {
  try {
    return await read();
  } catch {
    return [];
  }
}

/** Reads QR codes from a camera's picture: by the browser's own detector, or by one of our files. */

/** The texts of all codes in the picture. */
type CodeReader = (picture: HTMLVideoElement) => Promise<string[]>;

type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

let reader: Promise<CodeReader> | null = null;

/** Loaded once, at the first scan. Throws when our files cannot be had. */
async function loadCodeReader(): Promise<CodeReader> {
  reader ??= makeReader();
  try {
    return await reader;
  } catch (error) {
    reader = null;
    throw error;
  }
}

async function makeReader(): Promise<CodeReader> {
  const Detector = (await nativeDetector()) ?? (await loadOwnDetector());
  const detector = new Detector({ formats: ['qr_code'] });
  return async (picture) => {
    const found = await detector.detect(picture);
    return found.map(({ rawValue }) => rawValue);
  };
}

async function nativeDetector(): Promise<DetectorClass | null> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await Native?.getSupportedFormats()) ?? [];
  return Native && formats.includes('qr_code') ? Native : null;
}

async function loadOwnDetector(): Promise<DetectorClass> {
  const { prepareDetector } = await import('./own-detector.ts');
  return prepareDetector();
}

/** High and short: it is right. Low and twice: look at the screen. */
type Beep = 'right' | 'wrong';

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
