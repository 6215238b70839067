import { z } from 'zod';
import { PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

const FixedWindow = z.object({ date: PlainDateText, timeSlot: StoredWindow });
const WindowReply = z.object({ date: PlainDateText, window: StoredWindow });

export const orderBookRefusals = {
  food_questions: refusal(
    400,
    'A note names a food, and nobody has said what it means.',
    'Ask the `questions`, and send the answers.',
    z.object({ questions: z.array(z.unknown()) }),
  ),
  allergen_clash: refusal(
    400,
    'A meal is not for the person who would eat it.',
    'Choose another of the meals in `clashes`.',
    z.object({ clashes: z.array(z.unknown()) }),
  ),
  will_not_keep: refusal(
    400,
    'A meal does not keep until the day on which it is eaten.',
    'Choose another of the meals in `items`.',
    z.object({ items: z.array(z.unknown()) }),
  ),
  too_many_previews: refusal(
    409,
    'The most preview links there can be are in use.',
    'End one that is not needed.',
  ),
  not_paid: refusal(
    402,
    'The card provider has not received the money.',
    'Pay, then send it again.',
  ),
  order_cancelled: refusal(409, 'The order is cancelled.', 'Read the order again.'),
  refund_too_large: refusal(
    409,
    'More than is left of what was paid.',
    'Refund what is left, or less.',
  ),
  nothing_to_refund: refusal(409, 'Nothing is left of what was paid.', 'Read the order again.'),
  dispute_open: refusal(
    409,
    'The customer has disputed a payment with their bank.',
    'Wait until the bank has decided.',
  ),
  not_failed: refusal(409, 'It did not fail, or someone dealt with it.', 'Read the list again.'),
  allergy_open: refusal(
    409,
    'A portion waits until someone has settled what its person can eat.',
    'Settle it under Food to settle.',
  ),
  given_held: refusal(
    409,
    'A portion in this bag must not be handed over.',
    'Leave it out; `confirm` says that it was given all the same.',
  ),
  reading_open: refusal(
    409,
    'A temperature of this food failed.',
    'Measure again, or say what was done.',
  ),
  undecided: refusal(
    409,
    'The order waits for a decision of staff.',
    'Confirm or refund it first.',
  ),
  too_early: refusal(
    409,
    'It is too early for this.',
    'Do it later, or send it with `confirm` where `canConfirm` says so.',
  ),
  not_ticked: refusal(409, 'Not every portion is ticked.', 'Tick them first.'),
  not_checked: refusal(409, 'Nobody has checked the allergies of a person.', 'Check them first.'),
  no_card: refusal(409, 'The gift’s card is not in the bag.', 'Put it in, and tick it.'),
  nothing_packed: refusal(409, 'Nothing is in this bag.', 'Call the office.'),
  short: refusal(
    409,
    'A portion is missing.',
    'Send it with `confirm`: the customer is told what is missing.',
  ),
  not_packed: refusal(409, 'The bag is not packed.', 'Pack it first.'),
  not_started: refusal(409, 'The run has not started.', 'Start it first.'),
  not_yours: refusal(409, 'Another driver has this stop.', 'Take it over first.'),
  not_yet: refusal(409, 'It is for another day.', 'Report it on its day.'),
  reason_missing: refusal(409, 'A missed delivery needs its reason.', 'Send `reason`.'),
  too_late: refusal(409, 'It is too late for this.', 'Call the kitchen.'),
  not_possible: refusal(409, 'Its state does not allow this.', 'Read it again.'),
  slot_full: refusal(
    409,
    'A window has no place left.',
    'Choose another: `full` names those that are, `alternatives` has some that are not.',
    z.object({
      full: z.array(FixedWindow).optional(),
      windows: z.array(WindowReply).optional(),
      alternatives: z.unknown().optional(),
      approvedUntil: z.string().optional(),
    }),
  ),
  meal_sold_out: refusal(
    409,
    'Fewer portions of a meal are left than were asked for.',
    'Choose another of the meals in `meals`.',
    z.object({ meals: z.array(z.unknown()).optional() }),
  ),
  meal_unavailable: refusal(
    409,
    'A meal is not on the menu on its day.',
    'Choose another of the meals in `mealIds`.',
    z.object({ mealIds: z.array(z.int()) }),
  ),
  already_refunded: refusal(409, 'It was refunded before.', 'Read the order again.'),
  already_decided: refusal(409, 'Someone has decided this.', 'Read the list again.'),
  already_cancelled: refusal(409, 'The order is cancelled already.', 'Read the order again.'),
  already_delivered: refusal(409, 'The order is delivered already.', 'Read the order again.'),
  delivery_out: refusal(
    409,
    'The delivery is on the road: its meals cannot change.',
    'Report a problem instead.',
  ),
} satisfies Refusals;

type OrderBookRefusals = typeof orderBookRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends OrderBookRefusals {}
}
