import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const calculatorPages: readonly Page[] = [
  definePage({
    path: '/calorie-calculator',
    title: 'Calorie Calculator',
    search: 'calculator',
    load: () => import('#areas/calculator/web/site/calculator-page.tsx'),
    component: 'CalculatorPage',
    preloadedModules: ['areas/calculator/web/site/calculator.tsx'],
    startsAtPaint: true,
    maxScriptKilobytes: 130,
  }),
];
