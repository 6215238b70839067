import {
  type FoodSafetyReply,
  type ExpectedReply,
  recordTemperature,
} from '#areas/kitchen/calls/food-safety-record.ts';
import {
  type WrittenKind,
  CLEANING_KINDS,
  isCleaning,
  MEAL_KINDS,
  RECORD_KIND_NAMES,
} from '#areas/kitchen/rules/record-kinds.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { TEMPERATURES_KEY, type SentReading } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { WrittenFields } from '#areas/kitchen/web/portal/food-safety/written-fields.tsx';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isTypedTenths, tenthsOf } from '#areas/kitchen/rules/readings.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import {
  foodOfExpected,
  missingOfWritten,
  type WrittenTime,
  sentOfWritten,
} from '#areas/kitchen/web/portal/food-safety/check-words.ts';
import { call } from '#platform/web/api/client.ts';

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
      return call(recordTemperature, { body: sentOfWrittenIn(draft, subject, timeZone) });
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
            label="What was measured or checked?"
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
                  {isCleaning(kind) || kind === 'chill_start'
                    ? RECORD_KIND_NAMES[kind]
                    : `${RECORD_KIND_NAMES[kind]}, °C`}
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

type WrittenIn = WrittenTime & {
  /** The key of a `WriteInSubject`. */
  of: string;
  kind: WrittenKind | '';
  tenths: string;
  key: string;
};

/** What a line may be of: food that was cooked, a place that is checked, a van, a thermometer. */
type WriteInSubject = {
  key: string;
  label: string;
  kinds: readonly WrittenKind[];
  sent: Omit<SentReading, 'kind' | 'date'> & { date?: PlainDate };
};

type Subjects = Pick<FoodSafetyReply, 'foods' | 'checks'>;

function writeInSubjects({ foods, checks }: Subjects): WriteInSubject[] {
  return [
    ...foods.map((food) => ({
      key: foodKey(food),
      label: [food.name, food.window && windowLabel(food.window), formatDate(food.date)]
        .filter(Boolean)
        .join(', '),
      kinds: MEAL_KINDS,
      sent: foodOfExpected({ ...food, startId: null }),
    })),
    ...checks.map(({ kind, place }) => ({
      key: placeKey({ kind, place }),
      label: `${RECORD_KIND_NAMES[kind]}: ${place}`,
      kinds: [kind],
      sent: { place },
    })),
    { key: 'cold', label: 'Van, cold box', kinds: ['van'], sent: { isHot: false } },
    { key: 'warm', label: 'Van, warm box', kinds: ['van'], sent: { isHot: true } },
    { key: 'probe', label: RECORD_KIND_NAMES.probe_check, kinds: ['probe_check'], sent: {} },
  ];
}

function keyOfExpected(expected: ExpectedReply): string {
  const isOfPlace = expected.mealId === null && expected.batchId === null;
  return isOfPlace ? placeKey(expected) : foodKey(expected);
}

function foodKey({
  date,
  window,
  mealId,
  batchId,
}: Pick<ExpectedReply, 'date' | 'window' | 'mealId' | 'batchId'>): string {
  return batchId === null ? `${date} ${window} ${mealId}` : `batch ${batchId}`;
}

function placeKey({ kind, place }: Pick<ExpectedReply, 'kind' | 'place'>): string {
  return `${kind} ${place}`;
}

function hasNoValue(kind: WrittenKind | ''): boolean {
  return kind === 'chill_start' || CLEANING_KINDS.some((one) => one === kind);
}

function checkWrittenIn({ of, kind, tenths, ...written }: WrittenIn): FieldErrors {
  return {
    ...(of === '' && { of: 'Choose what was measured or checked' }),
    ...(kind === '' && { kind: 'Choose what was done' }),
    ...(!hasNoValue(kind) &&
      !isTypedTenths(tenths) && { tenths: 'Enter the temperature, like 78.5' }),
    ...missingOfWritten(written),
  };
}

function sentOfWrittenIn(
  { kind, tenths, key, ...written }: WrittenIn,
  subject: WriteInSubject,
  timeZone: string,
): SentReading & { key: string } {
  return {
    date: written.day,
    ...subject.sent,
    kind: kind === '' ? 'core' : kind,
    source: 'paper',
    ...sentOfWritten(written, timeZone),
    ...(kind !== '' && !hasNoValue(kind) && { tenths: tenthsOf(tenths.trim()) }),
    key,
  };
}
