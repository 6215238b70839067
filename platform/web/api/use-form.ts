/** A form: what was entered, what is wrong with it, and sending it once. */
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Failure } from './failure.ts';
import { checkFields, type FieldErrors } from './field-errors.ts';
import { type AfterChange, useChange } from './use-change.ts';

type FormOptions<Values, Result> = AfterChange<Result, Values> & {
  initial: Values;
  /** A rule, or the schema of the call: at first when sending, then while typing. */
  check?: z.ZodType | ((values: Values) => FieldErrors);
  send: (values: Values) => Promise<Result>;
};

type NamesOfText<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

type TextFields<Values> = (name: NamesOfText<Values>) => {
  value: string;
  error: string | null;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

type AnyFields<Values> = <Name extends keyof Values & string>(
  name: Name,
) => { value: Values[Name]; error: string | null; onChange: (value: Values[Name]) => void };

export type FormState<Values, Result> = {
  values: Values;
  set: (change: Partial<Values>) => void;
  /** By field. */
  errors: FieldErrors;
  isChanged: boolean;
  isBusy: boolean;
  /** What is no field's fault; stands beside the button. */
  failure: Failure | null;
  result: Result | undefined;
  submit: () => void;
  /** As it was at first. */
  reset: () => void;
  /** For `<form>`. The first wrong field gets the focus. A button elsewhere names its `id`. */
  props: {
    id: string;
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
    noValidate: true;
  };
  text: TextFields<Values>;
  /** For a field of anything else, which tells its new value. */
  field: AnyFields<Values>;
};

/** Values survive a failure. */
export function useForm<Values extends object, Result>({
  initial,
  check,
  send,
  ...after
}: FormOptions<Values, Result>): FormState<Values, Result> {
  const [values, setValues] = useState(initial);
  const [sent, setSent] = useState<Values | null>(null);
  /** How often someone tried to send what is wrong. */
  const [refusals, setRefusals] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  const id = useId();
  const change = useChange(send, after);
  const { failure } = change;
  const told = failure?.is === 'fields' ? failure.fields : {};
  const errors = {
    ...stillSo(told, values, sent),
    ...(refusals > 0 || sent !== null ? problemsOf(check, values) : {}),
  };

  useFocusOnWrong(ref, refusals, failure);

  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));

  function submit() {
    if (change.isBusy) return;
    if (Object.keys(problemsOf(check, values)).length > 0) {
      setRefusals((before) => before + 1);
      return;
    }
    setSent(values);
    change.run(values);
  }

  return {
    values,
    set,
    errors,
    isChanged: Object.keys(values).some((name) => valueOf(values, name) !== valueOf(initial, name)),
    isBusy: change.isBusy,
    failure: Object.keys(told).some((field) => rootOf(field) in values) ? null : failure,
    result: change.result,
    submit,
    reset() {
      setValues(initial);
      setSent(null);
      setRefusals(0);
      change.reset();
    },
    props: {
      id,
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        submit();
      },
    },
    text: textFields(values, set, errors),
    field: anyFields(values, set, errors),
  };
}

/** What a field of text needs, by its name. */
export function textFields<Values extends object>(
  values: Values,
  set: (change: Partial<Values>) => void,
  errors: FieldErrors,
): TextFields<Values> {
  return (name) => ({
    value: values[name] as string,
    error: errors[name] ?? null,
    onChange: ({ currentTarget }) => set({ [name]: currentTarget.value } as Partial<Values>),
  });
}

function anyFields<Values extends object>(
  values: Values,
  set: (change: Partial<Values>) => void,
  errors: FieldErrors,
): AnyFields<Values> {
  return (name) => ({
    value: values[name],
    error: errors[name] ?? null,
    onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
  });
}

/** After each attempt to send what is wrong, and after each answer that says so. */
function useFocusOnWrong(
  ref: RefObject<HTMLFormElement | null>,
  refusals: number,
  failure: Failure | null,
): void {
  useEffect(() => {
    if (refusals > 0 || failure?.is === 'fields')
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [ref, refusals, failure]);
}

/** `people.0.name` is about `people`. */
function rootOf(field: string): string {
  return field.split('.')[0] ?? field;
}

function valueOf(values: object | null, field: string): unknown {
  return values && Reflect.get(values, rootOf(field));
}

/** What the server found counts until that field is changed. */
function stillSo(told: FieldErrors, values: object, sent: object | null): FieldErrors {
  const isSo = (field: string) =>
    rootOf(field) in values && valueOf(values, field) === valueOf(sent, field);
  return Object.fromEntries(Object.entries(told).filter(([field]) => isSo(field)));
}

function problemsOf<Values>(
  check: z.ZodType | ((values: Values) => FieldErrors) | undefined,
  values: Values,
): FieldErrors {
  if (check === undefined) return {};
  return typeof check === 'function' ? check(values) : checkFields(check, values);
}
