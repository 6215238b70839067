import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { BusinessFacts, ShownField } from '#areas/business/rules/facts.ts';
import { findServedSuburb, withAlias } from '#areas/business/rules/served-suburbs.ts';
import { unlistedSuburbsQuery } from '#areas/business/web/portal/settings-queries.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { readSuburbs, showSuburbs } from './typed-values.ts';

type SuburbFacts = Pick<BusinessFacts, 'suburbs' | 'formerSuburbs'>;

type SuburbsFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  facts: SuburbFacts;
  problems: FieldErrors;
  onChange: (change: Partial<SuburbFacts>) => void;
};

const LINES_NAMED = 3;

/** One suburb a line: added, removed or pasted as text. */
export function SuburbsField({ label, hint, facts, problems, onChange }: SuburbsFieldProps) {
  const { suburbs } = facts;
  const [typed, setTyped] = useState(() => showSuburbs(suburbs));
  return (
    <div data-wide className="grid gap-5">
      <TextAreaField
        label={`${label} (${suburbs.length})`}
        hint={`${hint} One a line, with its postcode: Sandy Bay 7005. You can paste a list. A name it had before goes in brackets: Mt Nelson 7007 (was Mount Nelson).`}
        error={describeProblems(suburbs, problems)}
        rows={Math.min(14, Math.max(5, suburbs.length + 1))}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange({ suburbs: readSuburbs(target.value) });
        }}
      />
      <UnlistedSuburbs
        facts={facts}
        onChange={(change) => {
          setTyped(showSuburbs(change.suburbs));
          onChange(change);
        }}
      />
    </div>
  );
}

/** No line has it: every name is at least one letter. */
const STAYS_UNSERVED = '-';

/** For open orders, on no list: each is called something else now, or stays unserved. Nothing, where there are none. */
function UnlistedSuburbs({
  facts: { suburbs, formerSuburbs },
  onChange,
}: {
  facts: SuburbFacts;
  onChange: (change: SuburbFacts) => void;
}) {
  return (
    <Loaded query={useQuery(unlistedSuburbsQuery)} what="suburbs of open orders" kind="none">
      {({ suburbs: unlisted }) =>
        unlisted.length > 0 && (
          <fieldset className="grid gap-4 rounded-xl border border-line p-4 sm:grid-cols-2">
            <legend className="px-1 font-semibold">
              Suburbs not on your list ({unlisted.length})
            </legend>
            <p className="text-sm text-ink-soft sm:col-span-2">
              Open orders go there, and are delivered as sold. Is each suburb on your list under
              another name, or do you no longer deliver there?
            </p>
            {unlisted.map(({ name: was, postcode, orders }) => {
              const others = formerSuburbs.filter((former) => former !== was);
              const isFormer = others.length < formerSuburbs.length;
              return (
                <SelectField
                  key={was}
                  label={`${was} ${postcode}, ${orders === 1 ? '1 open order' : `${orders} open orders`}`}
                  value={isFormer ? STAYS_UNSERVED : (findServedSuburb(was, suburbs)?.name ?? '')}
                  onChange={({ target: { value } }) => {
                    const is = value === '' || value === STAYS_UNSERVED ? null : value;
                    onChange({
                      suburbs: withAlias(suburbs, { was, is }),
                      formerSuburbs: value === STAYS_UNSERVED ? [...others, was] : others,
                    });
                  }}
                >
                  <option value="">Not decided</option>
                  <option value={STAYS_UNSERVED}>No longer served</option>
                  {suburbs.map(({ name }) => (
                    <option key={name} value={name}>
                      Now called {name}
                    </option>
                  ))}
                </SelectField>
              );
            })}
          </fieldset>
        )
      }
    </Loaded>
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
