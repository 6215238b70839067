import { formatServices } from '#areas/business/rules/services.ts';
import { definePage, type Page } from '#areas/business/web/define-page.ts';

export const calculatorPages: readonly Page[] = [
  definePage({
    path: '/calorie-calculator',
    title: 'Calorie Calculator',
    description: (business) =>
      `How much you need in a day, and which plan of ${formatServices(business)} fits: with ranges and sources. No email address needed.`,
    load: () => import('#areas/calculator/web/site/calculator-page.tsx'),
    component: 'CalculatorPage',
    preloadedModules: ['areas/calculator/web/site/calculator.tsx'],
    startsAtPaint: true,
    maxScriptKilobytes: 130,
  }),
];
