import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const menuPages: readonly Page[] = [
  definePage({
    path: '/menu/:slug',
    title: '',
    isAboutMeal: true,
    load: () => import('#areas/menu/web/site/meal-page.tsx'),
    component: 'MealPage',
  }),
];
