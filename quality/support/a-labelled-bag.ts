/** Bags for tests of labels: ordinary by default; a test states only what it is about. */
import type { KitchenBag, KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import { labelledMeal } from '#areas/menu/rules/meal-snapshot.ts';
import { aBag } from './a-kitchen-bag.ts';
import { aFullMeal } from './a-meal.ts';

export const A_LABELLED_MEAL = labelledMeal(
  aFullMeal({
    name: 'Chicken Satay Bowl',
    calories: 500,
    proteinGrams: 40,
    carbsGrams: 45,
    fatGrams: 16,
    saturatedFatGrams: 4.4,
    sugarsGrams: 9.9,
    sodiumMg: 725,
    servingGrams: 400,
    ingredients: 'Chicken (40%), coconut milk, roasted peanuts (peanut), wheat noodles, salt.',
    allergens: ['wheat', 'peanut'],
    shelfLifeDays: 3,
    freezable: true,
    storageText: 'Keep refrigerated at 5 °C or below.',
    heatingText: 'Heat until steaming hot.',
  }),
);

export function aLabelledItem(change: Partial<KitchenItem> = {}): KitchenItem {
  return {
    id: 1,
    key: '– Mia 9Q2X',
    mealId: 17,
    mealType: 'lunch',
    mealDate: '2026-01-13',
    personName: 'Mia',
    personPosition: 1,
    helping: 1,
    override: null,
    isWarm: false,
    meal: A_LABELLED_MEAL,
    ...change,
  };
}

export function aLabelledBag(change: Partial<KitchenBag> = {}): KitchenBag {
  return aBag({
    orderId: 7,
    orderNumber: 'RT-7K3F-9Q2X',
    addressLine2: 'Unit 3',
    items: [aLabelledItem()],
    ...change,
  });
}
