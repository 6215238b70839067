/** Bags for tests of the kitchen's printouts: ordinary by default; a test states only what it is about. */
import type { KitchenBag, KitchenItem } from '#domain/kitchen/kitchen-bag.ts';

export const A_LUNCH: KitchenItem = {
  mealId: 1,
  name: 'Chicken bowl',
  mealType: 'lunch',
  mealDate: '2026-01-13',
  personName: 'Mia',
  ingredients: 'Chicken (40%), brown rice (25%) (water, rice), onion.',
  allergens: [],
  servingGrams: 400,
};

export const A_DINNER: KitchenItem = {
  ...A_LUNCH,
  mealId: 2,
  name: 'Dal',
  mealType: 'dinner',
  ingredients: 'Red lentils (30%), onion, cream (milk).',
  allergens: ['milk'],
  servingGrams: 500,
};

export function aBag(change: Partial<KitchenBag> = {}): KitchenBag {
  return {
    orderId: 1,
    orderNumber: 'RT-2222-2222',
    status: 'confirmed',
    window: '11:00-13:00',
    customerName: 'Mia Nguyễn',
    phone: '+61412345678',
    addressLine1: '12 Shore Street West',
    addressLine2: '',
    suburb: 'Cleveland',
    postcode: '4163',
    deliveryPreference: 'cold',
    specialInstructions: '',
    items: [A_LUNCH],
    ...change,
  };
}
