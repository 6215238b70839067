import type { QueryFilters } from '@tanstack/react-query';
import { useState } from 'react';
import { type FoodTrainingReply, addTraining } from '#areas/staff/calls/food-training.ts';
import {
  TRAINING_BASIS_NAMES,
  TRAINING_BASES,
  type TrainingBasis,
} from '#areas/staff/rules/food-training.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type TrainingRecordProps = {
  training: FoodTrainingReply;
  refresh: readonly QueryFilters[];
};

export function TrainingRecord({ training, refresh }: TrainingRecordProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { lines, handlers, untrained } = training;
  return (
    <section aria-labelledby="food-training" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="food-training" className="text-xl">
          Training: {handlers.length - untrained.length} of {handlers.length} who cook or pack
        </h3>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          Add training
        </Button>
      </div>
      {untrained.length > 0 && (
        <p className="font-semibold text-warning wrap-anywhere">
          No training on record: {untrained.join(', ')}
        </p>
      )}
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          Nothing is on record yet. An inspector asks what everyone who cooks or packs was trained
          in.
        </p>
      ) : (
        <ul className="grid gap-1">
          {lines.map(({ id, name, basis, what, doneOn, ends, by }) => (
            <li key={id} className="border-b border-line py-2 wrap-anywhere">
              <strong>{name}</strong>: {what} ({TRAINING_BASIS_NAMES[basis].toLowerCase()}),{' '}
              {formatDate(doneOn)}
              {ends !== null && `, until ${formatDate(ends)}`}
              <span className="text-ink-soft">, added by {by}</span>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <TrainingDialog handlers={handlers} refresh={refresh} onClose={() => setIsAdding(false)} />
      )}
    </section>
  );
}

const SOMEONE_ELSE = 'other';

type TrainingDialogProps = Pick<FoodTrainingReply, 'handlers'> & {
  refresh: readonly QueryFilters[];
  onClose: () => void;
};

/** One more line of the record. No line is changed: a later one of the same person takes its place. */
function TrainingDialog({ handlers, refresh, onClose }: TrainingDialogProps) {
  const form = useForm({
    initial: {
      who: '',
      name: '',
      basis: 'course' as TrainingBasis,
      what: '',
      doneOn: '',
      ends: '',
    },
    check: ({ who, name, what, doneOn }) => ({
      ...(who === '' && { staffId: 'Choose a person' }),
      ...(who === SOMEONE_ELSE && name.trim() === '' && { name: 'Enter their name' }),
      ...(what.trim() === '' && { what: 'Enter the course, or what was shown' }),
      ...(doneOn === '' && { doneOn: 'Choose the day' }),
    }),
    send: ({ who, name, ends, what, ...line }) =>
      call(addTraining, {
        body: {
          ...line,
          what: what.trim(),
          staffId: who === SOMEONE_ELSE ? null : who,
          name: who === SOMEONE_ELSE ? name.trim() : '',
          ends: ends === '' ? null : ends,
        },
      }),
    refresh,
    onDone: onClose,
  });
  const { values, errors } = form;
  return (
    <FormDialog form={form} onClose={onClose} title="Add training" submitLabel="Add">
      <SelectField
        label="Who was trained?"
        value={values.who}
        error={errors['staffId']}
        onChange={(event) => form.set({ who: event.target.value })}
      >
        <option value="">Choose…</option>
        {handlers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={SOMEONE_ELSE}>Someone without an account</option>
      </SelectField>
      {values.who === SOMEONE_ELSE && (
        <TextField label="Their name" maxLength={60} autoComplete="off" {...form.text('name')} />
      )}
      <PillChoice
        legend="How did they learn it?"
        layout="even"
        value={values.basis}
        pills={TRAINING_BASES.map((value) => ({ value, label: TRAINING_BASIS_NAMES[value] }))}
        onChange={(basis) => form.set({ basis })}
      />
      <TextField
        label={values.basis === 'course' ? 'Which course?' : 'What did they show, and to whom?'}
        maxLength={200}
        autoComplete="off"
        {...form.text('what')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="When was it?"
          value={values.doneOn}
          error={errors['doneOn']}
          onChange={(doneOn) => form.set({ doneOn })}
        />
        <DateField
          label="Counts until (optional)"
          value={values.ends}
          error={errors['ends']}
          onChange={(ends) => form.set({ ends })}
        />
      </div>
      <p className="text-ink-soft">
        The line stays on record. Was it a mistake? Add another: the newest of a person counts.
      </p>
    </FormDialog>
  );
}
