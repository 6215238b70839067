import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

const cookbook = {
  right: 'seeRecipes',
  load: () => import('#areas/recipes/web/portal/cookbook/cookbook-tab.tsx'),
  component: 'CookbookTab',
} as const;

export const mealsPage: PortalPage = {
  name: 'meals',
  label: 'Weekly Meals',
  block: 'day',
  icon: 'M3 9h14a7 7 0 0 1-14 0zM7 6c0-1.5 1-1.5 1-3M11 6c0-1.5 1-1.5 1-3',
  words: ['dishes', 'menu'],
  parts: [
    definePart({
      at: '/admin?tab=meals',
      label: 'Meals',
      right: 'seeMeals',
      load: () => import('#areas/recipes/web/portal/meals/meals-tab.tsx'),
      component: 'MealsTab',
    }),
    definePart({
      at: '/admin?tab=menus',
      label: 'Menu by week',
      right: 'seeMeals',
      load: () => import('#areas/recipes/web/portal/menus-tab.tsx'),
      component: 'MenusTab',
    }),
  ],
};

export const recipesPage: PortalPage = {
  name: 'recipes',
  label: 'Recipes',
  block: 'kitchen',
  icon: 'M4 3.5h9a2.5 2.5 0 0 1 2.5 2.5v10.5h-9A2.5 2.5 0 0 1 4 14zM4 14a2.5 2.5 0 0 1 2.5-2.5h9',
  words: ['cookbook'],
  parts: [
    definePart({ ...cookbook, at: '/admin?tab=cookbook', label: 'Meals' }),
    definePart({ ...cookbook, at: '/admin?tab=cookbook&part=components', label: 'Components' }),
    definePart({ ...cookbook, at: '/admin?tab=cookbook&part=ingredients', label: 'Ingredients' }),
  ],
};

/** They have email addresses, which not every role may see. */
export const suppliersPart = definePart({
  ...cookbook,
  at: '/admin?tab=cookbook&part=suppliers',
  label: 'Suppliers',
  right: 'editRecipes',
});
