import { saveFile } from '#platform/web/api/save-file.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';

const FRAME_ID = 'paper-to-print';

/** Opens the browser's own print dialog, or saves the file if the browser cannot print it. Throws like `load`. */
export async function sendToPrinter(source: PrintoutSource): Promise<'printed' | 'saved'> {
  // Without a viewer, as on Android, a frame would wait for the document forever.
  const frame = navigator.pdfViewerEnabled ? await showInFrame(source.address) : null;
  if (frame && isDocument(frame)) {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
    return 'printed';
  }
  frame?.remove();
  saveFile(await source.load());
  return 'saved';
}

/** It stays until the next one: removing it would close the print dialog. */
function showInFrame(address: string): Promise<HTMLIFrameElement> {
  document.getElementById(FRAME_ID)?.remove();
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  frame.title = 'Document to print';
  frame.className = 'sr-only';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = address;
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    document.body.append(frame);
  });
}

/** False for a refusal, an error page, and browsers whose PDF viewer is closed to scripts. */
function isDocument(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument?.contentType === 'application/pdf';
  } catch {
    return false;
  }
}
