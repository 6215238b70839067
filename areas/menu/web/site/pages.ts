import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const menuPages: readonly Page[] = [
  definePage({
    path: '/menu/:slug',
    title: '',
    description: 'What is in a meal of ours, how to heat it and how long it keeps.',
    isAboutMeal: true,
    load: () => import('#areas/menu/web/site/meal-page.tsx'),
    component: 'MealPage',
  }),
];
