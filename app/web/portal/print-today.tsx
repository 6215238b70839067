import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  labelsSource,
  prepSheetSource,
  type PrintoutSource,
  runSheetSource,
} from '#areas/printouts/web/printouts-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { PaletteItem } from './palette-item.tsx';

const PRINTED: { label: string; saved: string; sourceOf: (today: PlainDate) => PrintoutSource }[] =
  [
    {
      label: 'Print today’s labels',
      saved: 'Labels Downloaded',
      sourceOf: (date) => labelsSource({ date, kind: 'all' }),
    },
    {
      label: 'Print today’s prep sheet',
      saved: 'Prep Sheet Downloaded',
      sourceOf: (date) => prepSheetSource(date),
    },
    {
      label: 'Print today’s run sheet',
      saved: 'Run Sheet Downloaded',
      sourceOf: (date) => runSheetSource(date, null),
    },
  ];

/** What the kitchen prints each day. */
export function PrintToday({ onClose }: { onClose: () => void }) {
  const today = useToday();
  if (today === null) return null;
  return PRINTED.map(({ label, saved, sourceOf }) => (
    <PrintItem key={label} label={label} saved={saved} source={sourceOf(today)} onClose={onClose} />
  ));
}

type PrintItemProps = {
  label: string;
  saved: string;
  source: PrintoutSource;
  onClose: () => void;
};

function PrintItem({ label, saved, source, onClose }: PrintItemProps) {
  const { showToast } = useToast();
  const print = useSendToPrinter({ saved, tell: showToast });
  return (
    <PaletteItem
      // The same words with a straight apostrophe, as it is typed.
      words={[label.replace('’', "'"), 'paper']}
      onChoose={() => {
        print.run(source);
        onClose();
      }}
    >
      {label}
    </PaletteItem>
  );
}
