/** Questions to the table of meal fields. */
import {
  MEAL_FIELDS,
  type MealWithRecipe,
  type MealField,
  type MealFieldRow,
  type MealValue,
} from './meal-fields.ts';

type Fields = typeof MEAL_FIELDS;
type Carrier = MealFieldRow['carriedBy'][number];
type Group = MealFieldRow['group'];
type ValueType = MealValue['type'];

export type FieldCarriedBy<C extends Carrier> = {
  [F in MealField]: C extends Fields[F]['carriedBy'][number] ? F : never;
}[MealField];

export type FieldOfType<T extends ValueType> = {
  [F in MealField]: Fields[F]['value']['type'] extends T ? F : never;
}[MealField];

/** A field that a request may leave out. */
export type OptionalField = {
  [F in MealField]: Fields[F]['value'] extends { ifLeftOut: unknown } ? F : never;
}[MealField];

/** What is known of a meal for which nothing was sent. */
export type OptionalFacts = Pick<MealWithRecipe, OptionalField | 'recipeList'>;

export type WireName<F extends MealField = MealField> = Fields[F]['names']['wire'];

/** The table has exactly these keys, but Object.keys types them as strings. */
export function listMealFields(): MealField[] {
  return Object.keys(MEAL_FIELDS) as MealField[];
}

export function rowOf(field: MealField): MealFieldRow {
  return MEAL_FIELDS[field];
}

export function wireName<F extends MealField>(field: F): WireName<F> {
  return MEAL_FIELDS[field].names.wire;
}

export function fieldsCarriedBy<C extends Carrier>(carrier: C): FieldCarriedBy<C>[] {
  return listMealFields().filter((field): field is FieldCarriedBy<C> =>
    rowOf(field).carriedBy.includes(carrier),
  );
}

export function fieldsOfType<T extends ValueType>(...types: T[]): FieldOfType<T>[] {
  return listMealFields().filter((field): field is FieldOfType<T> =>
    types.some((type) => type === rowOf(field).value.type),
  );
}

export function fieldsIn<T extends ValueType>(group: Group, type: T): FieldOfType<T>[] {
  return fieldsOfType(type).filter((field) => rowOf(field).group === group);
}

export function isRequired(field: MealField): boolean {
  return !('ifLeftOut' in MEAL_FIELDS[field].value);
}

export function factsIfLeftOut(): OptionalFacts {
  const facts = listMealFields().flatMap((field) => {
    const { value } = rowOf(field);
    return 'ifLeftOut' in value ? [[field, value.ifLeftOut]] : [];
  });
  return { ...Object.fromEntries(facts), recipeList: '' } as OptionalFacts;
}
