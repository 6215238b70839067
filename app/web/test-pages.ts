/** Public pages for tests: rendered as on the server, with two meals and the default facts. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ShownComment } from '#areas/menu/calls/site-data.ts';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import type { Sale } from '#areas/business/rules/sale-state.ts';
import type { PageData } from '#areas/business/web/page-data.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { samplesOf } from '#quality/support/samples-of.ts';
import type { OwnTexts } from '#areas/business/rules/texts/text-entry.ts';
import { textsFor } from '#quality/support/texts-for.ts';
import { findPage, renderPage } from './entry-server.tsx';

export const lunch = anOrderedMeal({
  name: 'Chicken <Souvlaki> & Lemon Potatoes',
  description: 'Oregano and garlic chicken off the grill.',
  calories: 418,
  protein: 36,
  carbs: 30,
  fat: 15,
  price: '14.49',
  mealType: 'lunch',
  prepTime: 6,
  ingredients: 'Kipfler potato (35%), chicken breast fillet (27%), tzatziki (milk).',
  allergens: ['milk'],
  shelfLifeDays: 3,
});
export const dinner: MealReply = {
  ...lunch,
  id: 2,
  slug: 'butter-chicken',
  name: 'Butter Chicken',
  mealType: 'dinner',
  price: '14.99',
  allergens: null,
};

export const pageData: PageData = {
  config: {
    business: defaultBusiness,
    payments: { mode: 'sandbox', publishableKey: 'pk_test_1' },
    adviser: null,
    sendsMail: false,
    sendsTexts: false,
    sale: { state: 'before' },
    hasLaunched: false,
  },
  texts: textsFor(defaultBusiness, [lunch, dinner]),
  meals: [lunch, dinner],
  samples: samplesOf([lunch, dinner]),
};
const ORIGIN = 'https://meals.example';
const assets = {
  stylesheet: '/assets/style.css',
  readingStylesheet: '/assets/reading.css',
  customerStylesheet: '/assets/customers.css',
  fonts: ['/assets/serif.woff2'],
  script: '/assets/start.js',
  entry: '/assets/entry.js',
  modules: ['/assets/entry.js', '/assets/framework.js'],
  laterModules: [],
  siteData: '/site-data/1.json',
};

type Changes = {
  own?: OwnTexts;
  /** For a draft. */
  marked?: string[] | undefined;
  meals?: MealReply[];
  mealsOffMenu?: MealReply[];
  comments?: ReadonlyMap<number, readonly ShownComment[]>;
  business?: Partial<BusinessFacts>;
  payments?: PageData['config']['payments'];
  isStaff?: boolean;
  hasLaunched?: boolean;
  sale?: Sale;
};

/** The page at `url` as visitors get it; `text` is the readable part of its HTML. */
export async function render(
  url: string,
  {
    meals = pageData.meals,
    mealsOffMenu = [],
    comments = new Map(),
    business,
    payments = pageData.config.payments,
    isStaff = false,
    hasLaunched = false,
    own = {},
    marked,
    sale = { state: hasLaunched ? 'open' : 'before' },
  }: Changes = {},
): Promise<{ status: number; html: string; text: string }> {
  const config = {
    ...pageData.config,
    payments,
    business: { ...defaultBusiness, ...business },
    hasLaunched: sale.state !== 'before',
    sale,
  };
  const texts = { ...textsFor(config.business, meals, own), ...(marked && { marked }) };
  const data = { config, texts, meals, mealsOffMenu, comments, samples: samplesOf(meals), isStaff };
  const slugs = new Set([...meals, ...mealsOffMenu].map(({ slug }) => slug));
  const found = findPage(url, slugs);
  const page = await renderPage((isStaff && found.forStaff) || found, data, assets, ORIGIN);
  const text = page.html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<script type="application\/(ld\+)?json".*?<\/script>/gs, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return { ...page, text };
}
