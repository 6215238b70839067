/** Guards around changes of paid orders. */
import { type Mutation, without } from './mutation.ts';

export const CHANGE_MUTATIONS: readonly Mutation[] = [
  {
    guard: 'that what a change costs less goes back',
    scenario: 'changes',
    complaint: /MONEY/,
    edits: [
      {
        file: 'areas/orders/server/change-routes.ts',
        from: "    money: 'full',\n    reason: 'Order changed',",
        to: "    money: 'open',\n    reason: 'Order changed',",
      },
    ],
  },
  {
    guard: 'that a change is made only once its difference is paid',
    scenario: 'changes',
    complaint: /MONEY/,
    edits: [
      {
        file: 'areas/orders/server/change-routes.ts',
        from: 'if (plan.dueCents === 0) return',
        to: 'if (plan.dueCents >= 0) return',
      },
    ],
  },
  {
    guard: 'that the places of a change nobody paid for are released',
    scenario: 'changes',
    complaint: /still held for a change/,
    edits: [without('areas/orders/server/waiting-change.ts', '  await releaseHold(tx, id);\n')],
  },
];
