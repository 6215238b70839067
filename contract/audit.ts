import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import type { StaffRight } from '#domain/staff/rights.ts';
import { Id, IdInPath, InstantText, text } from '#contract/wire-values.ts';

/** What a change can apply to. */
export const AUDITED_ENTITIES = [
  'meal',
  'order',
  'delivery_slot',
  'run',
  'waitlist_entry',
  'staff',
  'message',
  'message_text',
  'customer',
  'system',
] as const;
export type AuditedEntity = (typeof AUDITED_ENTITIES)[number];

/** The trail of something is for those who may see the thing itself. */
export const AUDIT_RIGHTS: Record<AuditedEntity, StaffRight> = {
  meal: 'seeMeals',
  order: 'seeOrders',
  delivery_slot: 'seeSlots',
  run: 'seeDeliveries',
  waitlist_entry: 'manageWaitlist',
  staff: 'manageStaff',
  message: 'seeEmails',
  message_text: 'editMessageTexts',
  customer: 'seeCustomers',
  system: 'manageSystem',
};

export const ChangeReply = z.object({
  id: Id,
  at: InstantText,
  /** Null: the system itself, or a command on the host. */
  staffEmail: z.string().nullable(),
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

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'staff',
  right: 'seeHistory',
  summary: 'Who changed what and when, of what the role may see; newest first',
  query: z
    .strictObject({
      entity: z.enum(AUDITED_ENTITIES).optional(),
      entityId: text(100).min(1).optional(),
      limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
      /** `nextCursor` of the previous page. */
      cursor: IdInPath.optional(),
    })
    .refine((query) => query.entityId === undefined || query.entity !== undefined, {
      path: ['entity'],
      message: 'Please send entity with entityId',
    }),
  reply: z.object({ changes: z.array(ChangeReply), nextCursor: Id.nullable() }),
});
