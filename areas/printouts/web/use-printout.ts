/** Saves or prints a kitchen document at the press of a button. */
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { PRINTOUTS_KEY, type PrintoutSource } from './printouts-queries.ts';
import { sendToPrinter } from './portal/send-to-printer-queries.ts';
import { usePrintWithRoom } from './too-tall-labels.tsx';
import { saveFile } from '#platform/web/api/save-file.ts';

type PrintoutUse = {
  source: PrintoutSource;
  /** Toast title once the file is saved: 'Prep Sheet Downloaded'. */
  saved: string;
};

export function useSavePrintout({ source, saved }: PrintoutUse) {
  const { showToast } = useToast();
  const printWithRoom = usePrintWithRoom();
  return usePrintout(() =>
    printWithRoom(source, async (part) => {
      const file = await part.load();
      saveFile(file);
      showToast({ title: saved, description: file.name, tone: 'success' });
    }),
  );
}

export function useSendToPrinter({ saved }: Omit<PrintoutUse, 'source'>) {
  const { showToast } = useToast();
  const printWithRoom = usePrintWithRoom();
  return usePrintout((source: PrintoutSource) =>
    printWithRoom(source, async (part) => {
      if ((await sendToPrinter(part)) === 'printed') return;
      const description = 'Open the file to print it: this browser can’t print it here.';
      showToast({ title: saved, description, tone: 'success' });
    }),
  );
}

/** Shows what went wrong, and refetches the list of printouts. */
function usePrintout<Asked = void>(make: (asked: Asked) => Promise<void>) {
  return useChange(make, { toastsFailure: true, refresh: [{ queryKey: PRINTOUTS_KEY }] });
}
