import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { AUDITED_NAMES } from '#platform/rules/audit-actions.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import {
  Id,
  IdInPath,
  InstantText,
  orNothing,
  PlainDateText,
  text,
} from '#platform/calls/wire-values.ts';

export type AuditedEntity = keyof typeof AUDITED_NAMES;
export const AUDITED_ENTITIES = Object.keys(AUDITED_NAMES) as [AuditedEntity, ...AuditedEntity[]];

/** The trail of something is for those who may see the thing itself. */
export const AUDIT_RIGHTS: Record<AuditedEntity, StaffRight> = {
  meal: 'seeMeals',
  ingredient: 'seeRecipes',
  component: 'seeRecipes',
  recipe: 'seeRecipes',
  supplier: 'editRecipes',
  menu_week: 'seeMeals',
  order: 'seeOrders',
  phone_order: 'takePhoneOrders',
  delivery_slot: 'seeSlots',
  run: 'seeDeliveries',
  waitlist_entry: 'manageWaitlist',
  waitlist_wave: 'manageWaitlist',
  staff: 'manageStaff',
  message: 'seeEmails',
  text: 'editTexts',
  customer: 'seeCustomers',
  settings: 'manageSettings',
  import: 'importFiles',
  system: 'manageSystem',
};

export const ChangeReply = z.object({
  id: Id,
  at: InstantText,
  /** Null: the system itself, or a command on the host. */
  staffEmail: z.string().nullable(),
  /** The API token with which it was done; null: by hand. */
  tokenName: z.string().nullable(),
  /** Entity and verb: `meal.update`. */
  action: z.string(),
  entity: z.enum(AUDITED_ENTITIES),
  entityId: z.string(),
  /** Null: it did not exist before, or its former state does not matter. */
  before: z.unknown(),
  /** Null: it no longer exists. */
  after: z.unknown(),
});
export type ChangeReply = z.infer<typeof ChangeReply>;

/** A change with the name of what it applies to. */
export const TrailEntryReply = ChangeReply.extend({
  /** An order's number, a meal's name, someone's email; null if it has none, or no longer. */
  subject: z.string().nullable(),
});
export type TrailEntryReply = z.infer<typeof TrailEntryReply>;

/** In `who`: changes of which no staff member is recorded. */
export const NOT_STAFF = 'system';

const trailFilters = {
  entity: z.enum(AUDITED_ENTITIES).optional(),
  entityId: text(100).min(1).optional(),
  /** The email of a staff member, or `system`. */
  who: orNothing(text(254)),
  /** A kind of thing (`order`) or one action (`order.refund`). */
  what: orNothing(
    text(60).refine(
      (what) => AUDITED_ENTITIES.some((entity) => what === entity || what.startsWith(`${entity}.`)),
      'must be a kind of change, such as order or order.refund',
    ),
  ),
  /** First and last day, on the kitchen's calendar. */
  from: orNothing(PlainDateText),
  to: orNothing(PlainDateText),
};

const hasDatesInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const DATES_IN_ORDER = { path: ['to'], message: 'Please choose a last day after the first' };

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  right: 'seeHistory',
  about: 'any',
  summary: 'Who changed what and when, of what the role may see; newest first',
  query: z
    .strictObject({
      ...trailFilters,
      limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
      /** `nextCursor` of the previous page. */
      cursor: IdInPath.optional(),
    })
    .refine((query) => query.entityId === undefined || query.entity !== undefined, {
      path: ['entity'],
      message: 'Please send entity with entityId',
    })
    .refine(hasDatesInOrder, DATES_IN_ORDER),
  reply: z.object({ changes: z.array(TrailEntryReply), nextCursor: Id.nullable() }),
});

export const listAuditStaff = endpoint({
  method: 'GET',
  path: '/api/admin/audit/staff',
  right: 'seeHistory',
  summary: 'The staff whose changes the audit trail has, by email',
  reply: z.object({ emails: z.array(z.string()) }),
});

/** More would not open in a spreadsheet, or in time. */
export const MOST_AUDIT_LINES = 50_000;

const { who, what, from, to } = trailFilters;

export const downloadAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  right: 'manageSystem',
  summary: 'The audit trail as CSV, by the same filters; after a recent proof of identity',
  refusals: ['confirm_first', 'not_for_tokens'],
  query: z.strictObject({ who, what, from, to }).refine(hasDatesInOrder, DATES_IN_ORDER),
  reply: z.string(),
  mediaType: 'text/csv',
});
