import { z } from 'zod';
import { Id, InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { MISSED_CHOICES } from '#areas/order-book/rules/missed-choices.ts';

/** What a customer may choose for a delivery that we could not leave. */
export const MissedReply = z.object({
  /** The delivery's. */
  id: Id,
  until: InstantText,
  /** The time is up, or the kitchen has decided: we call. */
  isOver: z.boolean(),
  /** Another delivery: where it can go now. */
  windows: z.array(z.object({ date: PlainDateText, timeSlot: StoredWindow })),
  /** Another delivery was offered; without windows they are full by now. */
  mayComeAgain: z.boolean(),
  /** What goes back instead, as text with two decimals; null: not offered. */
  refund: z.string().nullable(),
  /** Null: nothing yet. */
  chosen: z
    .object({
      choice: z.enum(MISSED_CHOICES),
      date: PlainDateText.nullable(),
      timeSlot: StoredWindow.nullable(),
      refund: z.string().nullable(),
    })
    .nullable(),
});
export type MissedReply = z.infer<typeof MissedReply>;
