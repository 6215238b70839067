/** Saves or prints a kitchen document at the press of a button. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '../api-error.ts';
import { PAPERS_KEY, type PaperSource } from './kitchen-paper.ts';
import { printPaper, saveFile } from './print-paper.ts';

export type PaperNews = { title: string; description: string; tone: 'success' | 'error' };

type PaperUse = {
  source: PaperSource;
  /** Toast title once the file is saved: 'Prep Sheet Downloaded'. */
  saved: string;
  tell: (news: PaperNews) => void;
};

export function useSavePaper({ source, saved, tell }: PaperUse) {
  return usePaper(tell, async () => {
    const file = await source.load();
    saveFile(file);
    tell({ title: saved, description: file.name, tone: 'success' });
  });
}

export function usePrintPaper({ source, saved, tell }: PaperUse) {
  return usePaper(tell, async () => {
    if ((await printPaper(source)) === 'printed') return;
    const description = 'Open the file to print it: this browser can’t print it here.';
    tell({ title: saved, description, tone: 'success' });
  });
}

/** Shows what went wrong, and refetches the list of printouts. */
function usePaper(tell: PaperUse['tell'], make: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: make,
    onError: (error) =>
      tell({ title: 'Error', description: describeFailure(error), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: PAPERS_KEY }),
  });
}
