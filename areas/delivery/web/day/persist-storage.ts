/** What the browser keeps of the page and its data. */
import { readFact, writeFact } from './drive-database.ts';

/** Once: browsers may otherwise clear what is not sent when the phone is short of space. */
export async function askToPersist(): Promise<void> {
  if (await readFact('hasAskedToPersist')) return;
  await writeFact('hasAskedToPersist', true);
  await navigator.storage?.persist?.();
}
