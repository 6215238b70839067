import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  mealBlockers,
  type OrderDraft,
  peopleBlockers,
  recipientDraftProblems,
} from '#areas/order-book/rules/order-draft.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { customerFieldId } from '#areas/checkout/web/site/customer-fields.ts';
import { RECIPIENT_FIELDS, recipientFieldId } from '#areas/checkout/web/site/recipient-fields.tsx';
import { closedDeliveries, type WeekDays } from '#areas/checkout/web/site/deliveries.ts';
import { DELIVERY_IDS } from '#areas/checkout/web/site/delivery-section.tsx';
import { NOTICES_ID, wouldNotKeep } from '#areas/checkout/web/site/order/notices.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import type { Blocker } from '#areas/checkout/web/site/order-bar.tsx';
import { problemsOfChange } from './change-draft.ts';
import { CHANGE_PARTS } from './change-problem.tsx';

type Changed = {
  draft: OrderDraft;
  before: OrderDraft;
  facts: BusinessFacts;
  week: WeekDays;
  menu: OrderMenu;
};

/** Why the change can't be priced yet, each leading to where it can be put right. */
export function blockersOfChange({ draft, before, facts, week, menu }: Changed): Blocker[] {
  if (mealCount(draft.people) === 0)
    return [
      { message: 'No meals are left. To cancel, use the buttons below', at: CHANGE_PARTS.cancel },
    ];
  const theirs = recipientDraftProblems(draft.recipient);
  const past = pastKeepingIn(draft, menu.find, facts).length;
  const isFull = closedDeliveries(draft, week, facts).length > 0;
  return [
    ...[...new Set(peopleBlockers(draft, facts))].map((message) => ({
      message,
      at: CHANGE_PARTS.people,
    })),
    ...mealBlockers(draft, facts).map(({ about, message }) => ({
      message,
      at: about === 'meals' ? CHANGE_PARTS.meals : DELIVERY_IDS[about],
    })),
    ...(past > 0 ? [{ message: wouldNotKeep(past), at: NOTICES_ID }] : []),
    ...(isFull
      ? [{ message: 'A delivery window is full. Please choose another', at: DELIVERY_IDS.window }]
      : []),
    ...Object.entries(problemsOfChange(before.customer, draft.customer, facts)).map(
      ([field, message]) => ({
        message,
        at: customerFieldId(field as Parameters<typeof customerFieldId>[0]),
      }),
    ),
    ...RECIPIENT_FIELDS.flatMap((field) => {
      const message = theirs[field];
      return message === undefined ? [] : [{ message, at: recipientFieldId(field) }];
    }),
  ];
}
