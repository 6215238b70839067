import { useId } from 'react';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type SuburbFieldProps = {
  suburbs: readonly ServedSuburb[];
  error: string | undefined;
  defaultValue?: string;
};

/** Any suburb: many who join live where we do not deliver yet. */
export function SuburbField({ suburbs, error, defaultValue }: SuburbFieldProps) {
  const listId = useId();
  return (
    <div>
      <TextField
        label="Suburb"
        name="suburb"
        autoComplete="address-level2"
        list={listId}
        aria-required
        defaultValue={defaultValue}
        error={error}
      />
      <datalist id={listId}>
        {suburbs.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}
