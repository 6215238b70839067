import { CONFIRMABLE } from '#areas/order-book/rules/judge-step.ts';

/** Everything that can be confirmed of a step: for a delivery that is to be so far, however it came there. */
export const CONFIRMED = [...CONFIRMABLE];
