import { useQuery } from '@tanstack/react-query';
import { LABEL_STOCK_NAMES, LARGEST_STOCK } from '#areas/business/rules/label-stock.ts';
import type { TooTallReply } from '#areas/printouts/calls/labels.ts';
import { type PrintoutSource, PRINTOUTS_KEY } from '#areas/printouts/web/printouts-queries.ts';
import { detailsOf, failureOf } from '#platform/web/api/failure.ts';
import { signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { sendToPrinter } from '#areas/printouts/web/portal/send-to-printer-queries.ts';
import { saveFile } from '#platform/web/api/save-file.ts';

type Print = (source: PrintoutSource) => Promise<void>;

/** Prints what has room; for the rest it asks for larger stock. Throws like `print`. */
function usePrintWithRoom(): (source: PrintoutSource, print: Print) => Promise<void> {
  // Packers print without network too: nobody is asked who they are.
  const { data: signedIn } = useQuery({ ...signedInQuery, enabled: false });
  const mayShorten = signedIn?.rights.includes('editMeals') ?? false;
  return async (source, print) => {
    try {
      await print(source);
    } catch (error) {
      const tall = detailsOf(failureOf(error), 'labels_too_tall');
      if (!tall || !source.apart || tall.stock === LARGEST_STOCK) throw error;
      const { labels, others, stock } = tall;
      const isLarger = await confirm({
        title: `${labels.length === 1 ? '1 label needs' : `${labels.length} labels need`} larger stock`,
        text: <TooTallLabels labels={labels} mayShorten={mayShorten} />,
        act: `Print on ${LABEL_STOCK_NAMES[LARGEST_STOCK]}`,
        keep: 'Not now',
        danger: false,
      });
      if (isLarger) await print(source.apart.onLargest());
      const isRest =
        others > 0 &&
        (await confirm({
          title: others === 1 ? 'Print the other label?' : `Print the other ${others} labels?`,
          text: `They have room on ${LABEL_STOCK_NAMES[stock]}.`,
          act: `Print ${others}`,
          danger: false,
        }));
      if (isRest) await print(source.apart.others());
    }
  };
}

type TooTallLabelsProps = { labels: readonly TooTallReply[]; mayShorten: boolean };

function TooTallLabels({ labels, mayShorten }: TooTallLabelsProps) {
  return (
    <ul className="grid gap-2">
      {labels.map(({ name, millimetres, mealId }, index) => (
        <li key={index} className="break-words">
          {name}, {millimetres} mm too tall.{' '}
          {mayShorten && mealId !== null && (
            <a
              href={paths.admin({ tab: 'meals', meal: mealId })}
              className="font-semibold underline underline-offset-4"
            >
              Shorten the list
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

// Saves or prints a kitchen document at the press of a button.

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
