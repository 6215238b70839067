import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const deliveryRefusals = {
  cancelled: refusal(409, 'The delivery is cancelled.', 'Read the order again.'),
  past: refusal(409, 'Its day is over.', 'Choose another day.'),
  warm_twice: refusal(409, 'A warm meal cannot be brought on another day.', 'Refund it instead.'),
  not_joined: refusal(
    409,
    'The customer has another delivery there, and the two cannot become one.',
    'Choose another window.',
  ),
  out: refusal(409, 'The delivery is on the road.', 'Report it as missed, or wait.'),
  delivered: refusal(409, 'The delivery was made.', 'Refund it instead.'),
  nothing_to_cancel: refusal(409, 'Nothing of it is still to be brought.', 'Read the order again.'),
  no_delivery: refusal(409, 'There is no such delivery any more.', 'Read the order again.'),
  moved_meanwhile: refusal(409, 'Someone has moved the delivery.', 'Read it again.'),
  still_running: refusal(409, 'The closure is not finished yet.', 'Wait until every row is done.'),
  not_flagged: refusal(
    409,
    'Nothing is left to check about this delivery.',
    'Read the list again.',
  ),
  already_packed: refusal(409, 'The bag is packed.', 'Open it again first.'),
  other_bag: refusal(409, 'The portion is not in this bag any more.', 'Read the bag again.'),
  call_kitchen: refusal(409, 'A meal in the bag may not be for this person.', 'Call the kitchen.'),
  other_person: refusal(
    401,
    'Someone else is signed in on this device.',
    'Keep the reports until they are back.',
  ),
} satisfies Refusals;

type DeliveryRefusals = typeof deliveryRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends DeliveryRefusals {}
}
