/** Which kinds of pictures this process opens, and when. */
import sharp from 'sharp';
import { InvalidRequest } from '#platform/server/errors.ts';

const DRAWING = 'VipsForeignLoadSvgBuffer';

// Whatever a file claims to be, only these four formats are ever opened: SVG, PDF and the rest have no reader.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

let lastTurn: Promise<unknown> = Promise.resolve();

/** Opens pictures from outside, each in its turn: never while drawings may be read. */
export function openUpload<T>(open: () => Promise<T>): Promise<T> {
  return inTurn(open);
}

/** Opens a drawing of our own, the only SVG that is ever read. */
export function openDrawing<T>(open: () => Promise<T>): Promise<T> {
  return inTurn(async () => {
    sharp.unblock({ operation: [DRAWING] });
    try {
      return await open();
    } finally {
      sharp.block({ operation: [DRAWING] });
    }
  });
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

/** More than any phone takes; anything larger when decoded was made to exhaust our memory. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE_PX = 1280;

/**
 * A photo as we keep it, JPEG: without the place and camera that a phone writes into it. Throws InvalidRequest at `photo`
 * for what is no picture, whatever it claims to be.
 */
export function encodePhoto(sent: Buffer): Promise<Buffer> {
  return openUpload(() => encode(sent));
}

async function encode(sent: Buffer): Promise<Buffer> {
  try {
    return await sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({
        width: LONGEST_SIDE_PX,
        height: LONGEST_SIDE_PX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 75 })
      .toBuffer();
  } catch {
    throw new InvalidRequest({ photo: 'Please take another photo: this one is damaged' });
  }
}
