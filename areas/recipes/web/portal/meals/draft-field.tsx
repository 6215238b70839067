import type { ComponentProps, ReactNode } from 'react';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { useEditedMealHere } from './edited-meal.ts';
import type { MealDraft } from './meal-draft.ts';

type TextName = {
  [Name in keyof MealDraft]: MealDraft[Name] extends string ? Name : never;
}[keyof MealDraft];

/** A field of the current form, with its message. */
export function DraftField({
  name,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'name'> & { name: TextName }) {
  return <TextField {...field} {...useTextOf(name)} />;
}

export function DraftArea({
  name,
  ...field
}: Omit<ComponentProps<typeof TextAreaField>, 'name'> & { name: TextName }) {
  return <TextAreaField {...field} {...useTextOf(name)} />;
}

/** Text, message and change of a field, for its control. */
export function useTextOf(name: TextName) {
  const { draft, problems, change } = useEditedMealHere();
  return {
    name,
    value: draft[name],
    error: problems[name] ?? null,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  };
}

type FieldGroupProps = { legend: string; hint?: ReactNode; children: ReactNode };

export function FieldGroup({ legend, hint, children }: FieldGroupProps) {
  return (
    <Card>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 font-serif text-lg font-semibold">{legend}</legend>
        {hint && <p className="-mt-3 text-sm text-ink-soft">{hint}</p>}
        {children}
      </fieldset>
    </Card>
  );
}
