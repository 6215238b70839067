/** Bags for tests of the kitchen's printouts: ordinary by default; a test states only what it is about. */
import { temperatureOf } from '#areas/order-book/rules/pack-bag.ts';
import {
  helpingText,
  type KitchenBag,
  type KitchenItem,
  portionKeyText,
} from '#areas/order-book/rules/kitchen-bag.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

export const A_LUNCH: KitchenItem = {
  id: 1,
  key: '– Mia 2222',
  mealId: 1,
  mealType: 'lunch',
  mealDate: '2026-01-13',
  personName: 'Mia',
  personPosition: 1,
  helping: 1,
  override: null,
  isWarm: false,
  meal: {
    name: 'Chicken bowl',
    calories: 500,
    proteinGrams: 40,
    carbsGrams: 45,
    fatGrams: 16,
    saturatedFatGrams: null,
    sugarsGrams: null,
    sodiumMg: null,
    servingGrams: 400,
    ingredients: 'Chicken (40%), brown rice (25%) (water, rice), onion.',
    recipeList: '',
    mayContain: null,
    allergens: [],
    shelfLifeDays: null,
    freezable: null,
    storageText: '',
    heatingText: '',
  },
};

export const A_DINNER: KitchenItem = {
  ...A_LUNCH,
  mealId: 2,
  mealType: 'dinner',
  meal: {
    ...A_LUNCH.meal,
    name: 'Dal',
    ingredients: 'Red lentils (30%), onion, cream (milk).',
    allergens: ['milk'],
    servingGrams: 500,
  },
};

/** Its keys are those of what it has. */
export function aBag(change: Partial<KitchenBag> = {}): KitchenBag {
  const bag = bagWithoutKeys(change);
  const keyOf = (name: string, helping?: string | null) =>
    portionKeyText({ ...bag, name, helping: helping ?? null }, []);
  return {
    ...bag,
    key: keyOf(bag.customerName.split(' ')[0] ?? ''),
    items: bag.items.map((item) => ({
      ...item,
      key: keyOf(item.personName, helpingText(item, bag.items)),
    })),
  };
}

function bagWithoutKeys(change: Partial<KitchenBag>): KitchenBag {
  return {
    orderId: 1,
    orderNumber: 'RT-2222-2222',
    status: 'confirmed',
    deliveryId: change.orderId ?? 1,
    key: '',
    deliveryStatus: change.status === 'cancelled' ? 'cancelled' : 'planned',
    stop: null,
    date: '2026-01-13',
    window: '11:00-13:00',
    customerName: 'Mia Nguyễn',
    phone: '+61412345678',
    addressLine1: '12 Shore Street West',
    addressLine2: '',
    suburb: 'Cleveland',
    postcode: '4163',
    temperature: temperatureOf(change.items ?? [A_LUNCH]),
    specialInstructions: '',
    people: [{ name: 'Mia', ...NO_FOOD_NEEDS }],
    items: [A_LUNCH],
    ...change,
  };
}
