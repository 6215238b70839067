import { useState } from 'react';
import {
  type ComponentReply,
  createComponent,
  updateComponent,
} from '#areas/recipes/calls/recipe-book.ts';
import type { InputUnit } from '#areas/menu/rules/units.ts';
import { linesGrams } from '#areas/menu/rules/derive-meal.ts';
import {
  asksForWater,
  KEEPS_BECAUSE,
  type KeepsBecause,
  keepsBecauseText,
  MOST_KEEPS_DAYS,
  yieldMessage,
} from '#areas/menu/rules/recipe-limits.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { FormFoot, RecipeHistory, useBookForm, useEditorGuard } from './book-form.tsx';
import {
  minuteProblems,
  minuteTextsOf,
  readMinutes,
  WorkMinuteFields,
  RecipeLines,
} from './recipe-lines.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-queries.ts';
import {
  countedLines,
  draftLines,
  lineProblems,
  sentLines,
  gramsOfPot,
  qtyOfPot,
} from './recipe-draft.ts';
import { RetireComponent } from './retire.tsx';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { textFields } from '#platform/web/api/use-form.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type ComponentEditorProps = {
  component: ComponentReply | null;
  book: Book;
  back: string;
  onGone: () => void;
};

export function ComponentEditor({ component, book, back, onGone }: ComponentEditorProps) {
  const mayEdit = useMayDo('editRecipes');
  const [texts, setTexts] = useState({
    name: component?.name ?? '',
    pot: String(component?.potQty ?? ''),
    steps: component?.steps ?? '',
  });
  const setText = (change: Partial<typeof texts>) => setTexts({ ...texts, ...change });
  const { name, pot } = texts;
  const [unit, setUnit] = useState<InputUnit>(component?.baseUnit ?? 'g');
  const [cooking, setCooking] = useState(() => cookingOf(component));
  const [minutes, setMinutes] = useState(() => minuteTextsOf(component));
  const [lines, setLines] = useState(() => draftLines(component?.lines ?? [], book));
  const baseUnit = component?.baseUnit ?? 'g';
  const gramsPerLitre = component?.gramsPerLitre ?? null;
  const finished = gramsOfPot(pot, unit, { baseUnit, gramsPerLitre });
  const wentIn = linesGrams(countedLines(lines, book), book);

  const goAway = useEditorGuard({ texts, unit, cooking, minutes, lines }, 'this component', onGone);
  const form = useBookForm(
    (settle) => {
      const { keepsDays, keepsBecause } = cooking;
      const body = {
        name,
        ...cooking,
        keepsBecause: keepsDays > MOST_KEEPS_DAYS ? keepsBecause : null,
        ...readMinutes(minutes),
        steps: texts.steps,
        settle,
        gramsPerLitre,
        pot: { amount: pot, unit },
        lines: sentLines(lines, book),
      };
      return component === null
        ? call(createComponent, { body: { ...body, baseUnit } })
        : call(updateComponent, {
            params: { id: String(component.id) },
            body: { ...body, version: component.version },
          });
    },
    {
      saved: `${name} is kept.`,
      onSaved: component === null ? goAway : () => {},
      check: () => ({ ...minuteProblems(minutes), ...lineProblems(lines, book) }),
    },
  );
  const text = textFields(texts, setText, form.errors);
  return (
    <div className="grid max-w-3xl gap-5">
      <h2 className="text-xl">{component?.name ?? 'New component'}</h2>
      <TextField label="Name" maxLength={80} {...text('name')} />
      <RecipeLines
        lines={lines}
        book={book}
        ofComponent={component?.id ?? null}
        errors={form.errors}
        size={qtyOfPot(pot, unit, { baseUnit, gramsPerLitre })}
        unit={baseUnit}
        onChange={setLines}
        onResize={(potQty, resized) => {
          setText({ pot: String(potQty) });
          setUnit(baseUnit);
          setLines(resized);
        }}
      />
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <TextField
          label="Largest batch"
          inputMode="decimal"
          hint={
            wentIn === null ? undefined : `${Math.round(wentIn).toLocaleString('en-AU')} g go in`
          }
          {...text('pot')}
          error={form.errors.pot ?? yieldMessage(wentIn, finished)}
        />
        <SelectField
          label="Its unit"
          value={unit}
          onChange={({ target: { value } }) => setUnit(value as InputUnit)}
        >
          <option>g</option>
          <option>kg</option>
        </SelectField>
        <CookingDays cooking={cooking} errors={form.errors} onChange={setCooking} />
      </div>
      <WorkMinuteFields
        texts={minutes}
        errors={form.errors}
        hint="A rest may pass a night. Empty: 15, 0, 30 and 180 minutes, the safe side."
        onChange={setMinutes}
      />
      <EquipmentField
        value={cooking.equipmentName}
        error={form.errors['equipmentName']}
        onChange={(equipmentName) => setCooking({ ...cooking, equipmentName })}
      />
      {asksForWater(wentIn, finished) && (
        <Notice tone="warning" title="How much water does it take up?">
          More comes out than goes in. Add the water as a line, so that weight and nutrition agree.
        </Notice>
      )}
      <CookingChoices cooking={cooking} onChange={setCooking} />
      <TextAreaField label="Steps" optional rows={5} maxLength={4000} {...text('steps')} />
      <FormFoot form={form} back={back} maySave={mayEdit} />
      {component !== null && <RecipeHistory owner={{ componentId: component.id }} />}
      {component !== null && mayEdit && (
        <RetireComponent component={component} book={book} onGone={goAway} />
      )}
    </div>
  );
}

const NUMBERS = [
  ['minQty', 'Smallest batch, g or ml'],
  ['keepsDays', 'Keeps, days'],
  ['cookAheadDays', 'May be cooked ahead, days'],
  ['readyDaysBefore', 'Ready before delivery, days'],
] as const;

type CookingFields = Pick<
  ComponentReply,
  (typeof NUMBERS)[number][0] | (typeof CHOICES)[number][0] | 'keepsBecause' | 'equipmentName'
>;

function cookingOf(component: ComponentReply | null): CookingFields {
  return {
    minQty: component?.minQty ?? 0,
    keepsDays: component?.keepsDays ?? 3,
    keepsBecause: component?.keepsBecause ?? null,
    cookAheadDays: component?.cookAheadDays ?? 1,
    readyDaysBefore: component?.readyDaysBefore ?? 0,
    wholePots: component?.wholePots ?? false,
    restartsLife: component?.restartsLife ?? false,
    coreCheck: component?.coreCheck ?? false,
    equipmentName: component?.equipmentName ?? '',
  };
}

type CookingProps = { cooking: CookingFields; onChange: (cooking: CookingFields) => void };

function CookingDays({ cooking, errors, onChange }: CookingProps & { errors: FieldErrors }) {
  return (
    <>
      {NUMBERS.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          inputMode="numeric"
          value={String(cooking[field])}
          error={errors[field]}
          onChange={({ target: { value } }) =>
            onChange({ ...cooking, [field]: Number(value.replaceAll(/\D/g, '')) })
          }
        />
      ))}
      {cooking.keepsDays > MOST_KEEPS_DAYS && (
        <SelectField
          label="Why it keeps"
          value={cooking.keepsBecause ?? ''}
          error={errors['keepsBecause']}
          onChange={({ target: { value } }) =>
            onChange({ ...cooking, keepsBecause: value === '' ? null : (value as KeepsBecause) })
          }
        >
          <option value="">Choose</option>
          {KEEPS_BECAUSE.map((reason) => (
            <option key={reason} value={reason}>
              {keepsBecauseText(reason)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

const CHOICES = [
  ['wholePots', 'Full batches only'],
  ['restartsLife', 'Cooked through here'],
  ['coreCheck', 'Measure its core'],
] as const;

function CookingChoices({ cooking, onChange }: CookingProps) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {CHOICES.map(([field, label]) => (
          <CheckChip
            key={field}
            checked={cooking[field]}
            onToggle={() => onChange({ ...cooking, [field]: !cooking[field] })}
          >
            {label}
          </CheckChip>
        ))}
      </div>
      {cooking.restartsLife && (
        <p className="text-sm text-ink-soft">
          Cooked through: what goes in only has to keep until then.
        </p>
      )}
    </div>
  );
}

type EquipmentFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
};

/** What it is cooked in, of what Settings counts. A name that is no longer there stays until someone chooses. */
function EquipmentField({ value, error, onChange }: EquipmentFieldProps) {
  const { equipment } = useConfig().business;
  const names = [...new Set([...equipment.map(({ name }) => name), value])].filter(Boolean);
  if (names.length === 0) return null;
  return (
    <SelectField
      label="Cooked in"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Nothing that is counted</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  );
}
