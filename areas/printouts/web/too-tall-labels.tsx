/** Labels that their stock has no room for: named before anything is printed, then printed apart. */
import { useQuery } from '@tanstack/react-query';
import { LABEL_STOCK_NAMES, LARGEST_STOCK } from '#areas/business/rules/label-stock.ts';
import type { TooTallReply } from '#areas/printouts/calls/labels.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import { detailsOf, failureOf } from '#platform/web/api/failure.ts';
import { signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';

type Print = (source: PrintoutSource) => Promise<void>;

/** Prints what has room; for the rest it asks for larger stock. Throws like `print`. */
export function usePrintWithRoom(): (source: PrintoutSource, print: Print) => Promise<void> {
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
