import { type ReactNode, useState } from 'react';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  labelsSource,
  prepSheetSource,
  runSheetSource,
  giftCardsSource,
} from '#areas/printouts/web/printouts-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import {
  DownloadButton,
  PreviewLink,
  PrintButton,
} from '#areas/printouts/web/printout-buttons.tsx';
import { printoutName } from '#areas/printouts/web/printout-name.ts';

type RowProps = { date: PlainDate; printouts: readonly PrintoutReply[] };

export function PrepSheetRow({ date, printouts }: RowProps) {
  const sheet = { about: 'prep sheet', saved: 'Prep Sheet Downloaded' };
  const source = prepSheetSource(date);
  return (
    <PrintoutRow title="Prep sheet" printouts={ofKind(printouts, 'prep_sheet')}>
      <PrintButton source={source} {...sheet} variant="primary">
        Print
      </PrintButton>
      <DownloadButton source={source} {...sheet}>
        PDF
      </DownloadButton>
      <DownloadButton source={prepSheetSource(date, 'csv')} {...sheet}>
        CSV
      </DownloadButton>
      <PreviewLink source={source} about={sheet.about} />
    </PrintoutRow>
  );
}

type LabelRowProps = RowProps & { giftCards: number };

export function LabelRow({ date, printouts, giftCards }: LabelRowProps) {
  const food = { about: 'meal labels', saved: 'Label Downloaded' };
  const deliveryLabels = { about: 'delivery labels', saved: 'Label Downloaded' };
  const source = labelsSource({ date });
  return (
    <PrintoutRow title="Labels" printouts={ofKind(printouts, 'labels')}>
      <PrintButton source={source} {...food} variant="primary">
        Print
      </PrintButton>
      <DownloadButton source={source} {...food}>
        PDF
      </DownloadButton>
      <PreviewLink source={source} about={food.about} />
      <DownloadButton source={labelsSource({ date, kind: 'delivery' })} {...deliveryLabels}>
        Bag labels
      </DownloadButton>
      <GiftCardsButton date={date} count={giftCards} />
    </PrintoutRow>
  );
}

export function RunSheetRow({
  date,
  printouts,
  windows,
}: RowProps & { windows: readonly DeliveryWindow[] }) {
  const [chosen, setChosen] = useState<DeliveryWindow | null>(null);
  // A window that has lost its last delivery no longer has a sheet.
  const window = chosen !== null && windows.includes(chosen) ? chosen : null;
  const sheet = { about: 'run sheet', saved: 'Run Sheet Downloaded' };
  const source = runSheetSource(date, window);
  return (
    <PrintoutRow title="Run sheet" printouts={ofKind(printouts, 'run_sheet')}>
      <div className="w-full">
        <SelectField
          label="Window"
          value={window ?? ''}
          onChange={({ target }) => setChosen(windows.find((one) => one === target.value) ?? null)}
        >
          <option value="">Whole day</option>
          {windows.map((one) => (
            <option key={one} value={one}>
              {windowLabel(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <PrintButton source={source} {...sheet} variant="primary">
        Print
      </PrintButton>
      <DownloadButton source={source} {...sheet}>
        PDF
      </DownloadButton>
      <DownloadButton source={runSheetSource(date, window, 'csv')} {...sheet}>
        CSV
      </DownloadButton>
      <PreviewLink source={source} about={sheet.about} />
    </PrintoutRow>
  );
}

function ofKind(printouts: readonly PrintoutReply[], kind: PrintoutReply['kind']): PrintoutReply[] {
  return printouts.filter((printout) => printout.kind === kind);
}

type PrintoutRowProps = { title: string; printouts: readonly PrintoutReply[]; children: ReactNode };

function PrintoutRow({ title, printouts, children }: PrintoutRowProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-2 rounded-2xl border border-line bg-surface p-4"
    >
      <h4 className="font-semibold">{title}</h4>
      <div className="flex flex-wrap items-end gap-2">{children}</div>
      <ul className="grid gap-1 text-sm text-ink-soft">
        {printouts.length === 0 && <li>Not made yet</li>}
        {printouts.map((printout) => (
          <StatusLine key={printout.id} printout={printout} />
        ))}
      </ul>
    </section>
  );
}

function StatusLine({ printout }: { printout: PrintoutReply }) {
  const formatInstant = useFormatInstant();
  const slip =
    printout.slipPrintedAt && `, with the slip of ${formatInstant(printout.slipPrintedAt)}`;
  return (
    <li>
      {printoutName(printout)} of {formatInstant(printout.printedAt)}, version {printout.version}
      {slip}:{' '}
      <span
        className={printout.isStale ? 'font-semibold text-warning' : 'font-semibold text-success'}
      >
        {printout.isStale ? 'out of date' : 'up to date'}
      </span>
    </li>
  );
}

/** The cards of a day's presents; nothing on a day without any. */
function GiftCardsButton({ date, count }: { date: PlainDate; count: number }) {
  if (count === 0) return null;
  return (
    <DownloadButton
      source={giftCardsSource(date)}
      about="for presents"
      saved="Gift Cards Downloaded"
    >
      {count === 1 ? '1 gift card' : `${count} gift cards`}
    </DownloadButton>
  );
}
