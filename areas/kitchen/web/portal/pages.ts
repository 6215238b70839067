import { definePart, type PortalPart } from '#areas/business/web/define-page.ts';

export const kitchenParts: readonly PortalPart[] = [
  definePart({
    tab: 'prep',
    label: 'Daily Prep',
    right: 'seeDailyPrep',
    load: () => import('#areas/kitchen/web/portal/daily-prep/daily-prep-tab.tsx'),
    component: 'DailyPrepTab',
  }),
  definePart({
    tab: 'plan',
    label: 'Plan',
    right: 'seeDailyPrep',
    load: () => import('#areas/kitchen/web/portal/production/plan-tab.tsx'),
    component: 'PlanTab',
  }),
  definePart({
    tab: 'shopping',
    label: 'Shopping',
    right: 'seeDailyPrep',
    load: () => import('#areas/kitchen/web/portal/shopping-tab.tsx'),
    component: 'ShoppingTab',
  }),
  definePart({
    tab: 'food-safety',
    label: 'Food safety',
    right: 'cook',
    load: () => import('#areas/kitchen/web/portal/daily-prep-food-safety/food-safety-tab.tsx'),
    component: 'FoodSafetyTab',
  }),
  definePart({
    tab: 'temperatures',
    label: 'Food safety record',
    right: 'cook',
    load: () =>
      import('#areas/kitchen/web/portal/daily-prep-temperatures/temperature-record-tab.tsx'),
    component: 'TemperatureRecordTab',
  }),
  definePart({
    tab: 'recall',
    label: 'Recall',
    right: 'recallGoods',
    load: () => import('#areas/kitchen/web/portal/recall-tab.tsx'),
    component: 'RecallTab',
  }),
];
