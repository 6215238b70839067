import { definePart, type PortalPage } from '#areas/business/web/define-page.ts';

export const prepPage: PortalPage = {
  name: 'prep',
  label: 'Daily Prep',
  block: 'day',
  icon: 'M4 8h12v6a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 4 14zM2 9.5h2M16 9.5h2M6 5h8',
  words: ['totals', 'cook'],
  parts: [
    definePart({
      at: '/admin?tab=prep',
      label: 'Daily Prep',
      right: 'seeDailyPrep',
      load: () => import('#areas/kitchen/web/portal/daily-prep-tab.tsx'),
      component: 'DailyPrepTab',
    }),
  ],
};

export const planPage: PortalPage = {
  name: 'plan',
  label: 'Plan',
  block: 'kitchen',
  icon: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 3v3M13 3v3',
  words: ['production'],
  parts: [
    definePart({
      at: '/admin?tab=plan',
      label: 'Plan',
      right: 'seeDailyPrep',
      load: () => import('#areas/kitchen/web/portal/plan-tab.tsx'),
      component: 'PlanTab',
    }),
  ],
};

export const shoppingPage: PortalPage = {
  name: 'shopping',
  label: 'Shopping',
  block: 'kitchen',
  icon: 'M3 4h2l2 9h8l1.5-6H6M7 16a1 1 0 1 0 2 0a1 1 0 1 0-2 0M13 16a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  words: ['buy', 'goods', 'receive', 'stock'],
  parts: [
    definePart({
      at: '/admin?tab=shopping',
      label: 'List',
      right: 'seeDailyPrep',
      load: () => import('#areas/kitchen/web/portal/shopping-tab.tsx'),
      component: 'ShoppingTab',
    }),
    definePart({
      at: '/admin?tab=shopping&by=goods',
      label: 'Goods in',
      right: 'cook',
      load: () => import('#areas/kitchen/web/portal/goods-in-tab.tsx'),
      component: 'GoodsInTab',
    }),
    definePart({
      at: '/admin?tab=shopping&by=stock',
      label: 'Stock',
      right: 'seeDailyPrep',
      load: () => import('#areas/kitchen/web/portal/stock-tab.tsx'),
      component: 'StockTab',
    }),
  ],
};

export const foodSafetyPage: PortalPage = {
  name: 'food-safety',
  label: 'Food Safety',
  block: 'kitchen',
  icon: 'M8 11.5v-7a2 2 0 0 1 4 0v7a3.5 3.5 0 1 1-4 0zM10 8v6',
  words: ['temperatures', 'readings', 'checks'],
  parts: [
    definePart({
      at: '/admin?tab=food-safety',
      label: 'Checks',
      right: 'cook',
      load: () => import('#areas/kitchen/web/portal/food-safety/food-safety-today.tsx'),
      component: 'FoodSafetyToday',
    }),
    definePart({
      at: '/admin?tab=food-safety&by=record',
      label: 'Record',
      tabs: ['temperatures'],
      right: 'cook',
      load: () => import('#areas/kitchen/web/portal/food-safety/record-part.tsx'),
      component: 'RecordPart',
    }),
    definePart({
      at: '/admin?tab=food-safety&by=recall',
      label: 'Recall',
      tabs: ['recall'],
      right: 'recallGoods',
      load: () => import('#areas/kitchen/web/portal/food-safety/recall-part.tsx'),
      component: 'RecallPart',
    }),
  ],
};
