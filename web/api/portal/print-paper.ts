/** Sends paper to the printer, or to the disk. */
import type { CalledFile } from '../client.ts';
import type { PaperSource } from './kitchen-paper.ts';

const FRAME_ID = 'paper-to-print';

/** The browser's own print dialog comes up. Where a frame cannot be printed, the file is saved instead. Throws as `load` does. */
export async function printPaper(source: PaperSource): Promise<'printed' | 'saved'> {
  const frame = await showInFrame(source.address);
  if (isPaper(frame)) {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
    return 'printed';
  }
  frame.remove();
  saveFile(await source.load());
  return 'saved';
}

/** It stays until the next one: to take it away would end the print dialog. */
function showInFrame(address: string): Promise<HTMLIFrameElement> {
  document.getElementById(FRAME_ID)?.remove();
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  frame.title = 'Paper to print';
  frame.className = 'sr-only';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = address;
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    document.body.append(frame);
  });
}

/** False for a refusal, an error page, and in browsers whose PDF viewer keeps to itself. */
function isPaper(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument?.contentType === 'application/pdf';
  } catch {
    return false;
  }
}

export function saveFile({ name, blob }: CalledFile): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
