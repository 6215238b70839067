/** Where goods are put away, which is how a shopping list is sorted. */
export const STORE_AREAS = ['produce', 'meat', 'fish', 'dairy', 'dry', 'freezer'] as const;

export type StoreArea = (typeof STORE_AREAS)[number];

export const STORE_AREA_NAMES: Record<StoreArea, string> = {
  produce: 'Fruit and vegetables',
  meat: 'Meat',
  fish: 'Fish',
  dairy: 'Dairy and eggs',
  dry: 'Dry store',
  freezer: 'Freezer',
};
