import { type ReactNode, useState } from 'react';
import type { PaperReply } from '#contract/kitchen-paper.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { LabelLayout } from '#domain/kitchen/label-content.ts';
import { labelsSource, prepSheetSource, runSheetSource } from '#web/api/portal/kitchen-paper.ts';
import { useMomentText } from '#web/api/moments.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { DownloadButton, PreviewLink, PrintButton } from './paper-buttons.tsx';
import { paperName } from './paper-name.ts';

type RowProps = { date: PlainDate; papers: readonly PaperReply[] };

export function PrepSheetRow({ date, papers }: RowProps) {
  const sheet = { about: 'prep sheet', saved: 'Prep Sheet Downloaded' };
  const source = prepSheetSource(date);
  return (
    <PaperRow title="Prep sheet" papers={ofKind(papers, 'prep_sheet')}>
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
    </PaperRow>
  );
}

type LabelRowProps = RowProps & { layout: LabelLayout; onLayout: (layout: LabelLayout) => void };

export function LabelRow({ date, papers, layout, onLayout }: LabelRowProps) {
  const food = { about: 'meal labels', saved: 'Label Downloaded' };
  const drops = { about: 'delivery labels', saved: 'Label Downloaded' };
  const source = labelsSource({ date, layout });
  return (
    <PaperRow title="Labels" papers={ofKind(papers, 'labels')}>
      <div className="w-full">
        <SelectField
          label="Label paper"
          value={layout}
          onChange={({ target }) => onLayout(target.value === 'a4' ? 'a4' : 'roll')}
        >
          <option value="roll">Roll, 100 x 62 mm</option>
          <option value="a4">Sheets of A4</option>
        </SelectField>
      </div>
      <PrintButton source={source} {...food} variant="primary">
        Print
      </PrintButton>
      <DownloadButton source={source} {...food}>
        PDF
      </DownloadButton>
      <PreviewLink source={source} about={food.about} />
      <DownloadButton source={labelsSource({ date, layout, kind: 'delivery' })} {...drops}>
        Bag labels
      </DownloadButton>
    </PaperRow>
  );
}

export function RunSheetRow({
  date,
  papers,
  windows,
}: RowProps & { windows: readonly DeliveryWindow[] }) {
  const [chosen, setChosen] = useState<DeliveryWindow | null>(null);
  // A window that has lost its last delivery no longer has a sheet.
  const window = chosen !== null && windows.includes(chosen) ? chosen : null;
  const sheet = { about: 'run sheet', saved: 'Run Sheet Downloaded' };
  const source = runSheetSource(date, window);
  return (
    <PaperRow title="Run sheet" papers={ofKind(papers, 'run_sheet')}>
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
    </PaperRow>
  );
}

function ofKind(papers: readonly PaperReply[], kind: PaperReply['kind']): PaperReply[] {
  return papers.filter((paper) => paper.kind === kind);
}

type PaperRowProps = { title: string; papers: readonly PaperReply[]; children: ReactNode };

function PaperRow({ title, papers, children }: PaperRowProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-2 rounded-2xl border border-line bg-surface p-4"
    >
      <h4 className="font-semibold">{title}</h4>
      <div className="flex flex-wrap items-end gap-2">{children}</div>
      <ul className="grid gap-1 text-sm text-ink-soft">
        {papers.length === 0 && <li>Not made yet</li>}
        {papers.map((paper) => (
          <PaperStanding key={paper.id} paper={paper} />
        ))}
      </ul>
    </section>
  );
}

function PaperStanding({ paper }: { paper: PaperReply }) {
  const momentText = useMomentText();
  const slip = paper.slipPrintedAt && `, with the slip of ${momentText(paper.slipPrintedAt)}`;
  return (
    <li>
      {paperName(paper)} of {momentText(paper.printedAt)}, version {paper.version}
      {slip}:{' '}
      <span className={paper.isStale ? 'font-semibold text-warning' : 'font-semibold text-success'}>
        {paper.isStale ? 'out of date' : 'up to date'}
      </span>
    </li>
  );
}
