import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const ordersParts: readonly PortalPart[] = [
  definePart({
    tab: 'orders',
    label: 'Customer Orders',
    right: 'seeOrders',
    load: () => import('#areas/orders/web/portal/orders-tab.tsx'),
    component: 'OrdersTab',
  }),
  definePart({
    tab: 'recipes',
    label: 'Recipes to settle',
    right: 'seeRecipeAlerts',
    load: () => import('#areas/orders/web/portal/recipes-tab.tsx'),
    component: 'RecipesTab',
  }),
];
