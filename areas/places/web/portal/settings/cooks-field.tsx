import { useId } from 'react';
import { type Cook, LONGEST_OF_COOK, MOST_COOKS } from '#areas/business/rules/about-facts.ts';
import type { ShownField } from '#areas/business/rules/facts.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { KitchenPhotoField } from './picture-field.tsx';

const NOBODY: Cook = { name: '', role: '', line: '', photo: null };
const PARTS = [
  { part: 'name', label: 'Name' },
  { part: 'role', label: 'Role' },
  { part: 'line', label: 'A line about them (optional)' },
] as const;

type CooksFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  cooks: readonly Cook[];
  problems: FieldErrors;
  onChange: (cooks: Cook[]) => void;
};

/** The people whom customers see, in this sequence. */
export function CooksField({ label, hint, cooks, problems, onChange }: CooksFieldProps) {
  const id = useId();
  return (
    <fieldset data-wide className="grid gap-4" aria-describedby={id}>
      <legend className="font-semibold">{label}</legend>
      <p id={id} className="text-sm text-ink-soft">
        {hint}
      </p>
      {cooks.map((cook, index) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- people have no identity but their place
          key={index}
          className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-2"
        >
          <legend className="sr-only">{cook.name || `Person ${index + 1}`}</legend>
          {PARTS.map((each) => (
            <TextField
              key={each.part}
              label={each.label}
              value={cook[each.part]}
              maxLength={LONGEST_OF_COOK[each.part]}
              error={problems[`aboutCooks.${index}.${each.part}`] ?? null}
              onChange={({ target }) =>
                onChange(cooks.with(index, { ...cook, [each.part]: target.value }))
              }
            />
          ))}
          <KitchenPhotoField
            label={`Photo of ${cook.name || `person ${index + 1}`}`}
            picture={cook.photo}
            error={problems[`aboutCooks.${index}.photo`] ?? null}
            onChange={(photo) => onChange(cooks.with(index, { ...cook, photo }))}
          />
          <Button
            variant="quiet"
            size="small"
            className="justify-self-start"
            onClick={() => onChange(cooks.toSpliced(index, 1))}
          >
            {`Remove ${cook.name || `person ${index + 1}`}`}
          </Button>
        </fieldset>
      ))}
      {cooks.length < MOST_COOKS && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...cooks, NOBODY])}
        >
          Add a person
        </Button>
      )}
    </fieldset>
  );
}
