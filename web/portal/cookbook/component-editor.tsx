import { useState } from 'react';
import {
  archiveComponent,
  type ComponentReply,
  createComponent,
  updateComponent,
} from '#contract/recipes/recipe-book.ts';
import { convert, type InputUnit, toBase } from '#domain/production/quantities/units.ts';
import { linesGrams } from '#domain/production/recipe/derive-meal.ts';
import { asksForWater, yieldMessage } from '#domain/production/recipe-limits.ts';
import { call } from '#web/api/client.ts';
import { useMayDo } from '#web/api/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { CheckChip } from '#web/ui/form/check-chip.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#web/ui/form/text-field.tsx';
import { FormFoot } from './form-foot.tsx';
import { LineRows } from './line-rows.tsx';
import { type Book, countedLines, draftLines, sentLines } from './recipe-draft.ts';
import { useBookForm } from './use-book-form.ts';

type ComponentEditorProps = {
  component: ComponentReply | null;
  book: Book;
  back: string;
  onGone: () => void;
};

const NUMBERS = [
  ['minQty', 'Smallest batch, g or ml'],
  ['keepsDays', 'Keeps, days'],
  ['cookAheadDays', 'May be cooked ahead, days'],
  ['readyDaysBefore', 'Ready before delivery, days'],
] as const;

const NEW = { minQty: 0, keepsDays: 3, cookAheadDays: 1, readyDaysBefore: 0 };

export function ComponentEditor({ component, book, back, onGone }: ComponentEditorProps) {
  const mayEdit = useMayDo('editRecipes');
  const [name, setName] = useState(component?.name ?? '');
  const [pot, setPot] = useState(String(component?.potQty ?? ''));
  const [unit, setUnit] = useState<InputUnit>(component?.baseUnit ?? 'g');
  const [numbers, setNumbers] = useState(() => ({ ...NEW, ...component }));
  const [wholePots, setWholePots] = useState(component?.wholePots ?? false);
  const [restartsLife, setRestartsLife] = useState(component?.restartsLife ?? false);
  const [steps, setSteps] = useState(component?.steps ?? '');
  const [lines, setLines] = useState(() => draftLines(component?.lines ?? [], book));
  const weights = { gramsPerLitre: component?.gramsPerLitre ?? null, gramsPer100Pieces: null };
  const baseUnit = component?.baseUnit ?? 'g';
  const found = toBase(pot.trim(), unit, baseUnit, weights);
  const finished = 'qty' in found ? convert(found.qty, baseUnit, 'g', weights) : null;
  const wentIn = linesGrams(countedLines(lines, book), book);

  const form = useBookForm(
    (settle) => {
      const { minQty, keepsDays, cookAheadDays, readyDaysBefore } = numbers;
      const body = {
        ...{ name, minQty, keepsDays, cookAheadDays, readyDaysBefore, wholePots, restartsLife },
        ...{ steps, settle },
        gramsPerLitre: weights.gramsPerLitre,
        pot: { amount: pot, unit },
        lines: sentLines(lines),
      };
      return component === null
        ? call(createComponent, { body: { ...body, baseUnit } })
        : call(updateComponent, {
            params: { id: String(component.id) },
            body: { ...body, version: component.version },
          });
    },
    { saved: `${name} is kept.`, onSaved: component === null ? onGone : () => {} },
  );
  const removing = useBookForm(
    () => call(archiveComponent, { params: { id: String(component?.id) } }),
    { saved: `${name} is off the list.`, onSaved: onGone },
  );
  return (
    <div className="grid max-w-3xl gap-5">
      <h2 className="text-xl">{component?.name ?? 'New component'}</h2>
      <TextField
        label="Name"
        maxLength={80}
        value={name}
        error={form.errors.name}
        onChange={({ target: { value } }) => setName(value)}
      />
      <LineRows
        lines={lines}
        book={book}
        ofComponent={component?.id ?? null}
        errors={form.errors}
        onChange={setLines}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <TextField
          label="One pot gives"
          inputMode="decimal"
          value={pot}
          error={form.errors.pot ?? yieldMessage(wentIn, finished)}
          hint={wentIn === null ? undefined : `${wentIn.toLocaleString('en-AU')} g go in`}
          onChange={({ target: { value } }) => setPot(value)}
        />
        <SelectField
          label="Unit of the pot"
          value={unit}
          onChange={({ target: { value } }) => setUnit(value as InputUnit)}
        >
          <option>g</option>
          <option>kg</option>
        </SelectField>
        {NUMBERS.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            inputMode="numeric"
            value={String(numbers[field])}
            error={form.errors[field]}
            onChange={({ target: { value } }) =>
              setNumbers({ ...numbers, [field]: Number(value.replaceAll(/\D/g, '')) })
            }
          />
        ))}
      </div>
      {asksForWater(wentIn, finished) && (
        <Notice tone="warning" title="How much water does it take up?">
          More comes out than goes in. Add the water as a line, so that weight and nutrition agree.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <CheckChip checked={wholePots} onToggle={() => setWholePots(!wholePots)}>
          Full pots only
        </CheckChip>
        <CheckChip checked={restartsLife} onToggle={() => setRestartsLife(!restartsLife)}>
          Heats its parts through
        </CheckChip>
      </div>
      <TextAreaField
        label="Steps"
        optional
        rows={5}
        maxLength={4000}
        value={steps}
        onChange={({ target: { value } }) => setSteps(value)}
      />
      {removing.failure !== null && (
        <Notice tone="error" announce="now" title="Still in use">
          {removing.failure}
        </Notice>
      )}
      <FormFoot form={form} back={back} maySave={mayEdit}>
        {mayEdit && component !== null && (
          <Button
            variant="quiet"
            busy={removing.isSaving}
            busyLabel="Removing…"
            onClick={removing.save}
          >
            Take off the list
          </Button>
        )}
      </FormFoot>
    </div>
  );
}
