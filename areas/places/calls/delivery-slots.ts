import { z } from 'zod';
import { BusinessReply } from '#areas/business/calls/config.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { weekdayOf } from '#platform/rules/plain-date.ts';

export const SlotReply = z.object({
  id: Id,
  date: PlainDateText,
  timeSlot: StoredWindow,
  maxDeliveries: z.int(),
  /** `held` plus `booked`; may exceed `maxDeliveries` after that was lowered. */
  currentDeliveries: z.int(),
  /** Held for customers who are paying right now. */
  held: z.int(),
  booked: z.int(),
  isActive: z.boolean(),
  /** Who asked to be told of a free place; left out where nobody did. `told`: a place came free, and they know. */
  bells: z.object({ waiting: z.int(), told: z.int() }).optional(),
});
export type SlotReply = z.infer<typeof SlotReply>;

/** As typed: anything non-numeric becomes the default (spec 5); a number out of range is refused. */
const TypedCapacity = z.union([z.number(), z.string().max(100), z.null()]);

/** What else is sent of a slot is the server's, and not read. */
export const CreateSlotRequest = z.object({
  date: PlainDateText,
  timeSlot: DeliveryWindowText,
  maxDeliveries: TypedCapacity.default(null),
  /** The spec sends it, and it counts for nothing. */
  currentDeliveries: z.unknown().optional(),
  isActive: z.boolean().default(true),
});
export type CreateSlotRequest = z.output<typeof CreateSlotRequest>;

const UpdateSlotRequest = z
  .object({ maxDeliveries: TypedCapacity.optional(), isActive: z.boolean().optional() })
  .refine(
    (sent) => sent.maxDeliveries !== undefined || sent.isActive !== undefined,
    'Please send maxDeliveries, isActive or both',
  );
export type SentSlot = z.output<typeof UpdateSlotRequest>;

const SlotPath = '/api/admin/delivery-slots';

export const listSlots = endpoint({
  method: 'GET',
  path: SlotPath,
  right: 'seeSlots',
  summary: 'Slots that have been set, by date and window; by default from four weeks ago',
  query: z.strictObject({ from: PlainDateText.optional(), to: PlainDateText.optional() }),
  reply: z.array(SlotReply),
});

export const createSlot = endpoint({
  method: 'POST',
  path: SlotPath,
  right: 'editSlots',
  summary: 'Creates a slot',
  refusals: ['slot_exists'],
  body: CreateSlotRequest,
  status: 201,
  reply: SlotReply,
});

export const updateSlot = endpoint({
  method: 'PUT',
  path: `${SlotPath}/:id`,
  right: 'editSlots',
  about: 'any',
  summary:
    'Changes capacity, open or closed, or both; a capacity below the bookings cancels nothing',
  params: z.object({ id: IdInPath }),
  body: UpdateSlotRequest,
  reply: SlotReply,
});

const MondayText = PlainDateText.refine((date) => weekdayOf(date) === 1, 'Please choose a Monday');

export const copySlotWeek = endpoint({
  method: 'POST',
  path: `${SlotPath}/copy-week`,
  right: 'editSlots',
  summary: 'Copies the slot settings of the week from Monday `from` to the week from Monday `to`',
  refusals: ['not_found', 'nothing_to_copy'],
  body: z.strictObject({ from: MondayText, to: MondayText }).refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Please choose a different week from the one to copy',
  }),
  reply: z.array(SlotReply),
});

export const openSlotDays = endpoint({
  method: 'POST',
  path: `${SlotPath}/open-days`,
  right: 'editSlots',
  summary: 'Takes days out of the closures in the settings, and opens windows of them where asked',
  refusals: ['not_found', 'settings_stale'],
  body: z.strictObject({
    from: PlainDateText,
    /** Null: and all days after it. */
    until: PlainDateText.nullable(),
    /** Among these windows, those that were closed by their switch open as well. */
    windows: z.array(StoredWindow).default([]),
  }),
  reply: z.object({
    /** For these days. */
    slots: z.array(SlotReply),
    closures: BusinessReply.shape.closures,
  }),
});
