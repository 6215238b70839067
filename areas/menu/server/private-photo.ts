import sharp from 'sharp';
import { InvalidRequest } from '#platform/server/errors.ts';
import { openUpload } from '#areas/menu/server/open-pictures.ts';

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
