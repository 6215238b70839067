import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type {
  CustomerDraft,
  OrderDraft,
  RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';

export type DraftDelivery = Pick<OrderDraft, 'deliveryType' | 'weeklyDeliveryDay' | 'windowByDate'>;

/** What changes delivery, contact or recipient, and neither people nor meals. */
export type DetailAction =
  | { type: 'delivery type chosen'; deliveryType: DeliveryType }
  | { type: 'weekly day chosen'; day: PlainDate }
  /** Daily against weekly with its day and window, in one step. */
  | { type: 'delivery replaced'; delivery: DraftDelivery }
  | { type: 'window chosen'; window: DeliveryWindow }
  /** Each in a window of its day. */
  | { type: 'dates brought'; slots: readonly SlotKey[] }
  | { type: 'late lunches kept'; keys: string[] }
  | { type: 'food question answered'; answer: FoodAnswer }
  | { type: 'customer edited'; changes: Partial<CustomerDraft> }
  /** Email and phone are not to be those of an earlier order. */
  | { type: 'other contact chosen' }
  /** Undefined: the food is for the customer. */
  | { type: 'recipient edited'; recipient: RecipientDraft | undefined };

export function detailChanges(draft: OrderDraft, action: DetailAction): Partial<OrderDraft> {
  switch (action.type) {
    case 'delivery type chosen':
      return { deliveryType: action.deliveryType };
    case 'weekly day chosen':
      return { weeklyDeliveryDay: action.day };
    case 'delivery replaced':
      return action.delivery;
    case 'window chosen':
      return { deliveryWindow: action.window, windowByDate: {} };
    case 'dates brought':
      return {
        windowByDate: {
          ...draft.windowByDate,
          ...Object.fromEntries(action.slots.map(({ date, window }) => [date, window])),
        },
      };
    case 'late lunches kept':
      return { lateLunchesKept: action.keys };
    case 'food question answered':
      return { foodAnswers: [...(draft.foodAnswers ?? []), action.answer] };
    case 'customer edited':
      return { customer: { ...draft.customer, ...action.changes } };
    case 'other contact chosen':
      return { contactOf: undefined };
    case 'recipient edited':
      return { recipient: action.recipient };
  }
}
