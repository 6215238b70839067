/** An order as the server sends it, for tests: valid by default; a test states only what it is about. */
import type { AdminOrderReply, RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';

export const CHICKEN_BOWL = anOrderedMeal({
  id: 11,
  name: 'Chicken bowl',
  calories: 520,
  protein: 38,
  carbs: 45,
  fat: 18,
  mealType: 'lunch',
});

type Item = AdminOrderReply['orderItems'][number];

export function anAdminItem(change: Partial<Item> = {}): Item {
  return {
    id: 101,
    mealId: CHICKEN_BOWL.id,
    meal: CHICKEN_BOWL,
    deliveryDate: '2026-01-13',
    mealType: 'lunch',
    price: '14.99',
    personName: 'Mia',
    mealDate: '2026-01-13',
    deliveryWindow: '11:00-13:00',
    override: null,
    ...change,
  };
}

export function aRefund(change: Partial<RefundReply> = {}): RefundReply {
  return {
    id: 1,
    amount: '5.99',
    state: 'succeeded',
    what: [],
    reason: 'Order cancelled',
    failureReason: null,
    staffEmail: 'jo@example.com',
    createdAt: '2026-01-08T02:00:00.000Z',
    ...change,
  };
}

export function anAdminOrder(change: Partial<AdminOrderReply> = {}): AdminOrderReply {
  return {
    id: 1,
    orderNumber: 'RT-7K3F-9Q2X',
    status: 'confirmed',
    createdAt: '2026-01-07T02:00:00.000Z',
    subtotal: '14.99',
    deliveryFee: '5.99',
    tax: '0.00',
    total: '20.98',
    customer: {
      firstName: 'Mia',
      lastName: 'Nguyễn',
      email: 'mia@example.com',
      phone: '+61412345678',
      address: '12 Shore Street West, Unit 3, Cleveland',
      deliveryPreference: 'cold',
      specialInstructions: '',
    },
    textRefusal: null,
    suburb: 'Cleveland',
    postcode: '4163',
    orderItems: [anAdminItem()],
    recipient: null,
    people: [{ name: 'Mia', allergens: [], avoid: [], diets: [], note: '' }],
    version: 1,
    pendingReason: null,
    deliveryType: 'weekly',
    deliveries: [],
    paid: '20.98',
    refundedTotal: '0.00',
    net: '20.98',
    balance: '0.00',
    owed: '0.00',
    left: '20.98',
    warning: null,
    refunds: [],
    refundedItems: [],
    gone: [],
    kept: [],
    personIds: {},
    refundableFee: '5.99',
    ...change,
  };
}

type Delivery = AdminOrderReply['deliveries'][number];

export function anAdminDelivery(change: Partial<Delivery> = {}): Delivery {
  return {
    id: 1,
    date: '2026-01-13',
    timeSlot: '11:00-13:00',
    status: 'planned',
    stop: null,
    driver: null,
    takesPlace: true,
    ...change,
  };
}
