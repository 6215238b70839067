import type { FieldErrors } from '#web/api/field-errors.ts';
import type { Entry } from './entry.ts';

/** Props of every group of fields. */
export type FieldsProps = {
  entry: Entry;
  /** By the spec's field names. */
  errors: FieldErrors;
  onChange: (entry: Entry) => void;
};

/** Characters; enough for any of the numbers. */
export const LONGEST_FIGURE = 12;
