import type { FoodSafetyReply, ExpectedReply } from '#areas/kitchen/calls/food-safety.ts';
import type { WrittenKind } from '#areas/kitchen/rules/record-kinds.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { sendReading, TEMPERATURES_KEY } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { WrittenFields } from './written-fields.tsx';
import {
  checkWrittenIn,
  hasNoValue,
  keyOfExpected,
  kindLabel,
  writeInSubjects,
  sentOfWrittenIn,
} from './written-in.ts';

type WriteInDialogProps = {
  overview: FoodSafetyReply;
  /** What is missing; null: anything. */
  gap: ExpectedReply | null;
  title: string;
  onClose: () => void;
};

/** Writes in what stands on paper, with its own time. No value is filled in. */
export function WriteInDialog({ overview, gap, title, onClose }: WriteInDialogProps) {
  const { timeZone } = useConfig().business;
  const subjects = writeInSubjects(overview);
  const subjectOf = (key: string) => subjects.find((one) => one.key === key);
  const form = useForm({
    initial: {
      of: gap ? keyOfExpected(gap) : '',
      kind: (gap ? gap.kind : '') as WrittenKind | '',
      day: gap && gap.date <= overview.date ? gap.date : overview.date,
      time: '',
      tenths: '',
      measuredBy: '',
      key: newKey(),
    },
    check: checkWrittenIn,
    send: async (draft) => {
      const subject = subjectOf(draft.of);
      if (!subject) throw new Error(`nothing is ${draft.of}`);
      return sendReading(sentOfWrittenIn(draft, subject, timeZone));
    },
    refresh: [{ queryKey: TEMPERATURES_KEY }],
    onDone: onClose,
  });
  const { values, errors } = form;
  const kinds = subjectOf(values.of)?.kinds ?? [];
  const chooseSubject = (of: string) => {
    const [only, ...more] = subjectOf(of)?.kinds ?? [];
    form.set({ of, kind: only !== undefined && more.length === 0 ? only : '' });
  };
  return (
    <FormDialog form={form} onClose={onClose} title={title} submitLabel="Write it in">
      <p>
        With its own time, up to 7 days back. It fills the gap, and stays marked with how much later
        it was entered.
      </p>
      {gap === null && (
        <>
          <SelectField
            label="What is it of?"
            value={values.of}
            error={errors['of']}
            onChange={(event) => chooseSubject(event.target.value)}
          >
            <option value="">Choose…</option>
            {subjects.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </SelectField>
          {kinds.length > 1 && (
            <SelectField
              label="What was done?"
              value={values.kind}
              error={errors['kind']}
              onChange={(event) => form.set({ kind: event.target.value as WrittenKind })}
            >
              <option value="">Choose…</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindLabel(kind)}
                </option>
              ))}
            </SelectField>
          )}
        </>
      )}
      {!hasNoValue(values.kind) && (
        <TextField
          label="Temperature, °C"
          inputMode="decimal"
          autoComplete="off"
          {...form.text('tenths')}
        />
      )}
      <WrittenFields values={values} errors={errors} onChange={form.set} />
    </FormDialog>
  );
}
