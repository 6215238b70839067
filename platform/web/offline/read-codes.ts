/** Reads QR codes from a camera's picture: by the browser's own detector, or by one of our files. */

/** The texts of all codes in the picture. */
export type CodeReader = (picture: HTMLVideoElement) => Promise<string[]>;

type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

let reader: Promise<CodeReader> | null = null;

/** Loaded once, at the first scan. Throws when our files cannot be had. */
export async function loadCodeReader(): Promise<CodeReader> {
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
