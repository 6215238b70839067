/** The drawing thread: draws one document after the other and sends the bytes as they are produced. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawKind } from './draw-kinds.ts';
import { createPdf, type DrawingReply, type DrawingRequest } from './draw-pdf.ts';

/** Sends small chunks together: PDFKit writes a document in thousands of them. */
const CHUNK_BYTES = 64 * 1024;

const NICENESS = 5;

const port = parentPort;
if (!port) throw new Error('this runs as a thread of the server');
// Orders take priority. Outside Linux, this would slow down the whole server.
if (process.platform === 'linux') setPriority(NICENESS);

port.on('message', ({ id, document }: DrawingRequest) => {
  const send = (reply: DrawingReply, transfer: ArrayBuffer[] = []) =>
    port.postMessage(reply, transfer);
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const sendChunk = () => {
    const chunk = new Uint8Array(Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
    send({ id, chunk }, [chunk.buffer]);
  };
  const pdf = createPdf({
    title: document.title,
    brand: document.brand,
    onChunk(chunk) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= CHUNK_BYTES) sendChunk();
    },
    onEnd() {
      sendChunk();
      send({ id, done: true });
    },
  });
  try {
    drawKind(pdf, document);
    pdf.finish();
  } catch (error) {
    send({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
