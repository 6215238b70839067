import type { CalledFile } from './client.ts';

export function saveFile({ name, blob }: CalledFile): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Deferred: some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
