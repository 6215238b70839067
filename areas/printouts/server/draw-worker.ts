import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { LabelsContent, LabelTooTall, PrintedDocument } from './drawer-port.ts';
import { drawKind } from './draw-kinds.ts';
import { measureLabels } from './draw-labels.ts';
import { createPdf, type DrawingReply, type DrawingRequest } from './draw-pdf.ts';

/** Sends small chunks together: PDFKit writes a document in thousands of them. */
const CHUNK_BYTES = 64 * 1024;

const NICENESS = 5;

const port = parentPort;
if (!port) throw new Error('this runs as a thread of the server');
// Orders take priority. Outside Linux, this would slow down the whole server.
if (process.platform === 'linux') setPriority(NICENESS);

port.on('message', (request: DrawingRequest) => {
  const { id } = request;
  const send = (reply: DrawingReply, transfer: ArrayBuffer[] = []) =>
    port.postMessage(reply, transfer);
  try {
    if ('document' in request) draw(id, request.document, send);
    else send({ id, tooTall: measure(request.measure) });
  } catch (error) {
    send({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

type Send = (reply: DrawingReply, transfer?: ArrayBuffer[]) => void;

function draw(id: number, document: PrintedDocument, send: Send): void {
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
  drawKind(pdf, document);
  pdf.finish();
}

/** By the fonts of a document of which nothing is kept. */
function measure(content: LabelsContent): LabelTooTall[] {
  return measureLabels(createPdf({ title: '', onChunk: () => {}, onEnd: () => {} }), content);
}
