import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

export const ordersPage: PortalPage = {
  name: 'orders',
  label: 'Customer Orders',
  block: 'day',
  icon: 'M4 3h12v14l-2-1.3-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3zM7 7.5h6M7 11h6',
  parts: [
    definePart({
      at: '/admin?tab=orders',
      label: 'Orders',
      right: 'seeOrders',
      load: () => import('#areas/orders/web/portal/orders-tab.tsx'),
      component: 'OrdersTab',
    }),
  ],
};

export const foodToSettlePart = definePart({
  at: '/admin?tab=recipes',
  label: 'Food to settle',
  right: 'seeRecipeAlerts',
  load: () => import('#areas/orders/web/portal/recipes-tab.tsx'),
  component: 'RecipesTab',
});
