/** How each field of a meal looks on the wire, made from the table of meal fields. */
import { z } from 'zod';
import { AmountText, PlainDateText, StorableText, text } from '#platform/calls/wire-values.ts';
import {
  type MealFacts,
  type MealField,
  type MealValue,
  type FieldOfType,
  listMealFields,
  type OptionalField,
  rowOf,
  type WireName,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import {
  IMAGE_URL_MESSAGE,
  isMealImageUrl,
  LONGEST_IMAGE_URL,
} from '#areas/menu/rules/meal-picture.ts';

/** As in `MealFacts`, but for amounts: "14.99". */
export type WireValue<F extends MealField> = F extends FieldOfType<'price'> ? string : MealFacts[F];

type Schema<F extends MealField> = z.ZodType<WireValue<F>, WireValue<F>>;

type ReplySchemas = { [F in MealField as WireName<F>]: Schema<F> };
type RequestSchemas = {
  [F in MealField as WireName<F>]: F extends OptionalField ? z.ZodOptional<Schema<F>> : Schema<F>;
};

// Object.fromEntries forgets which schema belongs to which name; meal-facts.test.ts checks both lists field by field.
export const mealReplySchemas = Object.fromEntries(
  listMealFields().map((field) => [wireName(field), replySchema(rowOf(field).value)]),
) as ReplySchemas;

/** Ranges are for areas/menu/rules/check-meal.ts to check, whose messages staff read. */
export const mealRequestSchemas = Object.fromEntries(
  listMealFields().map((field) => [wireName(field), requestSchema(rowOf(field).value)]),
) as RequestSchemas;

function replySchema(value: MealValue): z.ZodType {
  const schema = givenInReply(value);
  return canBeNull(value) ? schema.nullable() : schema;
}

function requestSchema(value: MealValue): z.ZodType {
  const given = givenInRequest(value);
  const schema = canBeNull(value) ? given.nullable() : given;
  return 'ifLeftOut' in value ? schema.optional() : schema;
}

function canBeNull(value: MealValue): boolean {
  return 'ifLeftOut' in value && value.ifLeftOut === null;
}

function givenInReply(value: MealValue): z.ZodType {
  switch (value.type) {
    case 'text':
    case 'picture':
      return z.string();
    case 'number':
      return value.decimals === 0 ? z.int() : z.number();
    case 'price':
      return AmountText;
    case 'choice':
      return z.enum(value.of);
    case 'list':
      return z.array(z.enum(value.of));
    case 'yes/no':
      return z.boolean();
    case 'date':
      return PlainDateText;
  }
}

function givenInRequest(value: MealValue): z.ZodType {
  switch (value.type) {
    case 'text':
      return StorableText;
    case 'number':
      return z.number();
    case 'price':
      return z.string();
    case 'list':
      return z.array(z.enum(value.of)).max(value.of.length);
    case 'picture':
      return text(LONGEST_IMAGE_URL)
        .transform((sent) => sent.trim())
        .refine((url) => url === '' || isMealImageUrl(url), IMAGE_URL_MESSAGE)
        .transform((url) => url || null);
    case 'choice':
    case 'yes/no':
    case 'date':
      return givenInReply(value);
  }
}
