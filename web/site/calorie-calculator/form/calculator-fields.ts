import type { FieldErrors } from '#web/api/field-errors.ts';
import type { Entry } from './entry.ts';

/** What every group of fields is given. */
export type FieldsProps = {
  entry: Entry;
  /** By the spec's names of the fields. */
  errors: FieldErrors;
  onChange: (entry: Entry) => void;
};

/** Characters; the most that any of the numbers has. */
export const LONGEST_FIGURE = 12;
