import { useState } from 'react';
import { LABEL_LAYOUTS, type LabelLayout } from '#areas/printouts/rules/label-content.ts';
import { testLabelSource } from '#areas/office/web/portal/first-hour-queries.ts';
import { useSavePrintout, useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { CodeForm } from './code-form.tsx';

const LAYOUT_LABELS: Record<LabelLayout, string> = { roll: 'Label printer', a4: 'A4 sheets' };
const SAVED = 'Test Label Saved';

/** A label to print, and the code at its foot. */
export function LabelWork() {
  const [layout, setLayout] = useState<LabelLayout>('roll');
  const { showToast } = useToast();
  const source = testLabelSource(layout);
  const print = useSendToPrinter({ saved: SAVED, tell: showToast });
  const save = useSavePrintout({ source, saved: SAVED, tell: showToast });
  return (
    <div className="grid justify-items-start gap-3">
      <p>Print a label as the kitchen will, and type the code at its foot.</p>
      <PillChoice
        legend="What you print on"
        value={layout}
        pills={LABEL_LAYOUTS.map((value) => ({ value, label: LAYOUT_LABELS[value] }))}
        onChange={setLayout}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={print.isBusy}
          busyLabel="Printing…"
          onClick={() => print.run(source)}
        >
          Print a test label
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={save.isBusy}
          busyLabel="Saving…"
          onClick={() => save.run()}
        >
          Save as PDF
        </Button>
      </div>
      <CodeForm step="labels" label="Code on the label" />
    </div>
  );
}
