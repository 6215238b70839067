/** Which kinds of pictures this process opens, and when. */
import sharp from 'sharp';

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
