import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const recipesParts: readonly PortalPart[] = [
  definePart({
    tab: 'meals',
    label: 'Weekly Meals',
    right: 'seeMeals',
    load: () => import('#areas/recipes/web/portal/meals/meals-tab.tsx'),
    component: 'MealsTab',
  }),
  definePart({
    tab: 'menus',
    label: 'Menus by the week',
    right: 'seeMeals',
    load: () => import('#areas/recipes/web/portal/menus-tab.tsx'),
    component: 'MenusTab',
  }),
  definePart({
    tab: 'cookbook',
    label: 'Recipes and ingredients',
    right: 'seeRecipes',
    load: () => import('#areas/recipes/web/portal/cookbook/cookbook-tab.tsx'),
    component: 'CookbookTab',
  }),
];
