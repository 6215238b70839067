import { useState } from 'react';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { readSuburbs, showSuburbs } from './typed-values.ts';

type SuburbsFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  suburbs: readonly ServedSuburb[];
  problems: FieldErrors;
  onChange: (suburbs: ServedSuburb[]) => void;
};

const LINES_NAMED = 3;

/** One suburb a line: added, removed or pasted as text. */
export function SuburbsField({ label, hint, suburbs, problems, onChange }: SuburbsFieldProps) {
  const [typed, setTyped] = useState(() => showSuburbs(suburbs));
  return (
    <div className="sm:col-span-2">
      <TextAreaField
        label={`${label} (${suburbs.length})`}
        hint={`${hint} One a line, with its postcode: Sandy Bay 7005. You can paste a list. A name it had before goes behind: Mt Nelson 7007 (was Mount Nelson).`}
        error={describeProblems(suburbs, problems)}
        rows={Math.min(14, Math.max(5, suburbs.length + 1))}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readSuburbs(target.value));
        }}
      />
    </div>
  );
}

/** The first few, each with its suburb; null: all good. */
function describeProblems(suburbs: readonly ServedSuburb[], problems: FieldErrors): string | null {
  const ofList = problems['suburbs'];
  if (ofList !== undefined) return ofList;
  const ofLines = suburbs.flatMap(({ name }, index) => {
    const message = problems[`suburbs.${index}.name`] ?? problems[`suburbs.${index}.postcode`];
    return message === undefined
      ? []
      : [`${name === '' ? `Line ${index + 1}` : name}: ${message}.`];
  });
  if (ofLines.length === 0) return null;
  const named = ofLines.slice(0, LINES_NAMED).join(' ');
  const rest = ofLines.length - LINES_NAMED;
  return rest > 0 ? `${named} And ${rest} more.` : named;
}
