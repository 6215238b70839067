/** Saves or prints a kitchen document at the press of a button. */
import { useChange } from '#platform/web/api/use-change.ts';
import { PRINTOUTS_KEY, type PrintoutSource } from './printouts-queries.ts';
import { sendToPrinter } from './portal/send-to-printer-queries.ts';
import { usePrintWithRoom } from './too-tall-labels.tsx';
import { saveFile } from '#platform/web/api/save-file.ts';

export type PrintResult = { title: string; description: string; tone: 'success' | 'error' };

type PrintoutUse = {
  source: PrintoutSource;
  /** Toast title once the file is saved: 'Prep Sheet Downloaded'. */
  saved: string;
  tell: (news: PrintResult) => void;
};

export function useSavePrintout({ source, saved, tell }: PrintoutUse) {
  const printWithRoom = usePrintWithRoom();
  return usePrintout(tell, () =>
    printWithRoom(source, async (part) => {
      const file = await part.load();
      saveFile(file);
      tell({ title: saved, description: file.name, tone: 'success' });
    }),
  );
}

export function useSendToPrinter({ saved, tell }: Omit<PrintoutUse, 'source'>) {
  const printWithRoom = usePrintWithRoom();
  return usePrintout(tell, (source: PrintoutSource) =>
    printWithRoom(source, async (part) => {
      if ((await sendToPrinter(part)) === 'printed') return;
      const description = 'Open the file to print it: this browser can’t print it here.';
      tell({ title: saved, description, tone: 'success' });
    }),
  );
}

/** Shows what went wrong, and refetches the list of printouts. */
function usePrintout<Asked = void>(
  tell: PrintoutUse['tell'],
  make: (asked: Asked) => Promise<void>,
) {
  return useChange(make, {
    onFailure: ({ message }) => tell({ title: 'Error', description: message, tone: 'error' }),
    refresh: [{ queryKey: PRINTOUTS_KEY }],
  });
}
