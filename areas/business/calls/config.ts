import { z } from 'zod';
import {
  type BusinessFacts,
  FACT_NAMES,
  FACTS,
  type FactName,
} from '#areas/business/rules/facts.ts';
import type { FactShape } from '#areas/business/rules/fact-kinds.ts';
import { SaleReply } from '#areas/business/calls/sale.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { StoredWindow } from '#platform/calls/wire-values.ts';

function schemaOf(shape: FactShape): z.ZodType {
  if (shape === 'text') return z.string();
  if (shape === 'number') return z.int();
  if (shape === 'yes or no') return z.boolean();
  if (shape === 'window') return StoredWindow;
  if (shape === 'currency') return z.literal('aud');
  if ('oneOf' in shape) return z.enum(shape.oneOf);
  if ('orNone' in shape) return schemaOf(shape.orNone).nullable();
  if ('optional' in shape) return schemaOf(shape.optional).optional();
  if ('listOf' in shape) return z.array(schemaOf(shape.listOf));
  return z.object(schemasOf(shape.parts));
}

function schemasOf(shapes: Record<string, FactShape>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(shapes).map(([key, each]) => [key, schemaOf(each)]));
}

type BusinessSchemas = { [Name in FactName]: z.ZodType<BusinessFacts[Name]> };

/** The shapes of all facts; whether their values are good is for `checkBusinessFacts` to say. */
export const BusinessReply = z.object(
  schemasOf(
    Object.fromEntries(FACT_NAMES.map((name) => [name, FACTS[name].kind.shape])),
  ) as BusinessSchemas,
);

export const ConfigReply = z.object({
  business: BusinessReply,
  payments: z.object({ mode: z.enum(['sandbox', 'stripe', 'none']), publishableKey: z.string() }),
  /** The language model that may reword calorie advice; null: none. Shown to visitors before we send it anything. */
  adviser: z.object({ name: z.string() }).nullable(),
  /** False while emails are only saved and not sent: then no page may claim that one was sent. */
  sendsMail: z.boolean(),
  /** Whether news of a delivery goes to mobile phones as text messages. */
  sendsTexts: z.boolean(),
  /** Whether it sells now; pages are sent again when that changes. */
  sale: SaleReply,
  /** False in the state `before` alone. */
  hasLaunched: z.boolean(),
});
export type ConfigReply = z.infer<typeof ConfigReply>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'Business facts, payment mode and publishable key',
  reply: ConfigReply,
});
