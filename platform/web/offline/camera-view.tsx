import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { loadCodeReader } from './read-codes.ts';

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

/** The one at the back. Throws CameraProblem, in words for whoever holds the device. */
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
