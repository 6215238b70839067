import { problemsIn } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import { type FoodSafetyReply, saveFoodSafety } from '#areas/kitchen/calls/food-safety-record.ts';
import { CHECK_KINDS, type CheckKind } from '#areas/kitchen/rules/record-kinds.ts';
import { TEMPERATURES_KEY } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CHECK_KIND_LABELS } from './check-words.ts';

type CheckRow = { key: string; kind: CheckKind; place: string };

const FIRST_CHECKS: [CheckKind, string][] = [
  ['fridge', 'Fridge 1'],
  ['freezer', 'Freezer 1'],
  ['cleaning', 'Floors'],
  ['sanitising', 'Benches and boards'],
];

type ChecksDialogProps = { overview: FoodSafetyReply; onClose: () => void };

export function ChecksDialog({ overview, onClose }: ChecksDialogProps) {
  const [rows, setRows] = useState<CheckRow[]>(() => firstRows(overview));
  const [name, setName] = useState(overview.supervisor?.name ?? '');
  const [certifiedOn, setCertifiedOn] = useState(overview.supervisor?.certifiedOn ?? '');
  const saving = useChange(saveFoodSafety, {
    onDone: onClose,
    refresh: [{ queryKey: TEMPERATURES_KEY }],
  });
  const errors = problemsIn(saving.failure);
  const change = (key: string, to: Partial<CheckRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const needsDate = name.trim() !== '' && certifiedOn === '' && saving.failure !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="What we check every day"
      actions={
        <Button
          busy={saving.isBusy}
          onClick={() =>
            saving.run({
              body: {
                checks: rows.map(({ kind, place }) => ({ kind, place: place.trim() })),
                supervisor: name.trim() === '' ? null : { name: name.trim(), certifiedOn },
              },
            })
          }
        >
          Save
        </Button>
      }
    >
      <div className="grid gap-4">
        <FailureNotice failure={saving.failure} title="Not saved" />
        <p>
          Fridges (at most 5 °C) and freezers (at most −15 °C) are read before noon and after.
          Cleaning is once a day. Days without deliveries ask for nothing.
        </p>
        <ul className="grid gap-3">
          {rows.map(({ key, kind, place }, index) => (
            <li
              key={key}
              className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[10rem_1fr_auto]"
            >
              <SelectField
                label="What"
                value={kind}
                className="max-sm:col-span-2"
                onChange={(event) => change(key, { kind: event.target.value as CheckKind })}
              >
                {CHECK_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {CHECK_KIND_LABELS[one]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="Name"
                maxLength={60}
                value={place}
                error={errors[`checks.${index}.place`]}
                onChange={(event) => change(key, { place: event.target.value })}
              />
              <Button
                variant="quiet"
                onClick={() => setRows(rows.filter((row) => row.key !== key))}
              >
                Remove<span className="sr-only"> {place}</span>
              </Button>
            </li>
          ))}
        </ul>
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setRows([...rows, { key: newKey(), kind: 'fridge', place: '' }])}
        >
          Add a check
        </Button>
        <TextField
          label="Food safety supervisor"
          maxLength={60}
          value={name}
          error={errors['supervisor.name']}
          onChange={(event) => setName(event.target.value)}
        />
        <DateField
          label="Date of the certificate (it counts for less than five years)"
          value={certifiedOn}
          error={
            errors['supervisor.certifiedOn'] ?? (needsDate ? 'Enter the date on it' : undefined)
          }
          onChange={setCertifiedOn}
        />
      </div>
    </Dialog>
  );
}

/** Proposed to a kitchen that has none: nothing counts before it is saved. */
function firstRows({ checks }: FoodSafetyReply): CheckRow[] {
  if (checks.length > 0)
    return checks.map(({ id, kind, place }) => ({ key: String(id), kind, place }));
  return FIRST_CHECKS.map(([kind, place]) => ({ key: newKey(), kind, place }));
}
