import { z } from 'zod';
import { sentBack } from '#platform/calls/sent-back.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { EmailText } from '#platform/calls/sign-in.ts';
import { Id, IdInPath, lineOfText, text } from '#platform/calls/wire-values.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { USUAL_ARRIVES_BY } from '#areas/menu/rules/supplier-rounds.ts';
import { BASE_UNITS, INPUT_UNITS, type InputUnit } from '#areas/menu/rules/units.ts';

const PackReply = z.object({
  id: Id,
  ingredientId: Id,
  ingredient: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  /** The supplier's own. */
  code: z.string(),
  /** As it is ordered: "5 kg bag". */
  name: z.string(),
  /** Base units of the ingredient. */
  qty: z.int(),
  /** Null: not known. */
  priceCents: z.int().nullable(),
  step: z.int(),
  minPacks: z.int(),
  /** From the day it arrives; null: long. */
  keepsDays: z.int().nullable(),
  isPreferred: z.boolean(),
  /** False: nobody has compared its label with what the ingredient contains. */
  isLabelRead: z.boolean(),
});
export type PackReply = z.infer<typeof PackReply>;

const SupplierReply = z.object({
  id: Id,
  name: z.string(),
  /** Empty: no orders by email. */
  email: z.string(),
  address: z.string(),
  /** Empty: any day, ordered by 8pm the day before. */
  rounds: z.array(z.object({ arrives: z.int(), byWeekday: z.int(), byMinute: z.int() })),
  arrivesByMinute: z.int(),
  minOrderCents: z.int(),
  deliveryCents: z.int(),
  version: z.int(),
  /** By ingredient. */
  packs: z.array(PackReply),
});
export type SupplierReply = z.infer<typeof SupplierReply>;

export const SuppliersReply = z.object({ suppliers: z.array(SupplierReply) });
export type SuppliersReply = z.infer<typeof SuppliersReply>;

/** With email addresses, so not for the kitchen's role. */
export const listSuppliers = endpoint({
  method: 'GET',
  path: '/api/admin/suppliers',
  right: 'editRecipes',
  summary: 'Suppliers that are in use, with their packs',
  reply: SuppliersReply,
});

/** ISO: 1 is Monday. */
const Weekday = z.int().min(1).max(7);
const MinuteOfDay = z.int().min(0).max(1439);
const Cents = z.int().min(0, 'Enter 0 or more').max(10_000_000);

const supplierFields = {
  name: lineOfText(80).refine((name) => name.trim() !== '', 'Please enter a name'),
  email: z.union([z.literal(''), EmailText]).default(''),
  address: text(200).default(''),
  rounds: z
    .array(z.strictObject({ arrives: Weekday, byWeekday: Weekday, byMinute: MinuteOfDay }))
    .max(7)
    .superRefine((rounds, check) => {
      for (const [index, { arrives }] of rounds.entries()) {
        const first = rounds.findIndex((round) => round.arrives === arrives);
        if (first < index)
          check.addIssue({
            code: 'custom',
            path: [index, 'arrives'],
            message: `${weekdayName(arrives % 7)} is entered twice.`,
          });
      }
    })
    .transform((rounds) => rounds.toSorted((a, b) => a.arrives - b.arrives))
    .default([]),
  arrivesByMinute: MinuteOfDay.default(USUAL_ARRIVES_BY),
  minOrderCents: Cents.default(0),
  /** Their fee for a delivery. */
  deliveryCents: Cents.default(0),
};
const Version = z.int().positive();
const One = z.object({ id: IdInPath });
const OnePack = z.object({ id: IdInPath, packId: IdInPath });

const SupplierSent = z.strictObject(supplierFields);
export type SupplierSent = z.output<typeof SupplierSent>;

export const createSupplier = endpoint({
  method: 'POST',
  path: '/api/admin/suppliers',
  right: 'editRecipes',
  summary: 'Adds a supplier',
  body: SupplierSent,
  status: 201,
  reply: SuppliersReply.extend({ id: Id }),
});

export const SupplierFields = SupplierSent.extend({ version: Version });

export const updateSupplier = endpoint({
  method: 'PUT',
  path: '/api/admin/suppliers/:id',
  right: 'editRecipes',
  about: 'any',
  summary: 'Changes a supplier; 409 changed_meanwhile when someone else has since',
  refusals: ['changed_meanwhile'],
  params: One,
  body: sentBack(SupplierFields, SupplierReply),
  reply: SuppliersReply,
});
export type SupplierChange = z.output<typeof updateSupplier.body>;

export const archiveSupplier = endpoint({
  method: 'POST',
  path: '/api/admin/suppliers/:id/archive',
  right: 'editRecipes',
  about: 'any',
  summary: 'Takes a supplier off the list; none of its packs is preferred any more',
  refusals: ['changed_meanwhile'],
  params: One,
  body: z.strictObject({ version: Version }),
  reply: SuppliersReply.extend({
    /** Ingredients that have no preferred pack now. */
    withoutPack: z.array(z.string()),
  }),
});

const PackSent = z.strictObject({
  /** The supplier's, which each save of a pack counts up. */
  version: Version,
  ingredientId: Id,
  code: lineOfText(40).default(''),
  name: lineOfText(60).default(''),
  /** As typed: "5" and "kg". */
  amount: lineOfText(20),
  unit: z.enum(Object.keys(INPUT_UNITS) as InputUnit[]),
  priceCents: z.int().min(0).max(10_000_000).nullable().default(null),
  step: z.int().min(1, 'Enter 1 or more').max(1000).default(1),
  minPacks: z.int().min(0).max(10_000).default(0),
  keepsDays: z.int().min(0).max(3650).nullable().default(null),
  isPreferred: z.boolean().default(false),
  /** Its label says what the ingredient contains. Another product is unread until this is sent. */
  isLabelRead: z.boolean().default(false),
});
export type PackSent = z.output<typeof PackSent>;

export const addPack = endpoint({
  method: 'POST',
  path: '/api/admin/suppliers/:id/packs',
  right: 'editRecipes',
  about: 'any',
  summary: 'Adds a pack in which a supplier sells an ingredient',
  refusals: ['changed_meanwhile'],
  params: One,
  body: PackSent,
  status: 201,
  reply: SuppliersReply,
});

export const updatePack = endpoint({
  method: 'PUT',
  path: '/api/admin/suppliers/:id/packs/:packId',
  right: 'editRecipes',
  about: 'any',
  summary: 'Changes a pack; a preferred one takes the place of the one before',
  refusals: ['changed_meanwhile'],
  params: OnePack,
  body: PackSent,
  reply: SuppliersReply,
});

export const removePack = endpoint({
  method: 'POST',
  path: '/api/admin/suppliers/:id/packs/:packId/remove',
  right: 'editRecipes',
  about: 'any',
  summary: 'Takes a pack away; orders that were sent keep its name',
  refusals: ['changed_meanwhile'],
  params: OnePack,
  body: z.strictObject({ version: Version }),
  reply: SuppliersReply,
});
