import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { CalculatorFormValues } from './calculator-form-values.ts';

/** Props of every group of fields. */
export type FieldsProps = {
  entry: CalculatorFormValues;
  /** By the spec's field names. */
  errors: FieldErrors;
  onChange: (entry: CalculatorFormValues) => void;
};

/** Characters; enough for any of the numbers. */
export const LONGEST_NUMBER_TEXT = 12;
