/** Structured data for search engines, https://schema.org. Only what the page itself shows. */
import type { PageData } from '#web/api/page-data.ts';
import type { ConfigReply } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';
import { frequentQuestions } from '#domain/information/frequent-questions.ts';
import { paths } from '#web/navigation/paths.ts';
import type { Page } from './define-page.ts';

type SchemaEntity = { '@type': string; [property: string]: unknown };

/** The kitchen, its menu or its answers; null for other pages. `origin` has no trailing slash. */
export function structuredData(
  { structuredData: subject }: Pick<Page, 'structuredData'>,
  { config, meals }: PageData,
  origin: string,
): SchemaEntity | null {
  switch (subject) {
    case 'restaurant':
      return inContext(restaurant(config.business, origin));
    case 'menu':
      return inContext(menu(meals, origin));
    case 'questions':
      return inContext(faqPage(config.business));
    default:
      return null;
  }
}

function inContext(object: SchemaEntity): SchemaEntity {
  return { '@context': 'https://schema.org', ...object };
}

function restaurant(business: ConfigReply['business'], origin: string): SchemaEntity {
  return {
    '@type': 'FoodEstablishment',
    '@id': `${origin}/#kitchen`,
    name: business.name,
    description: business.tagline,
    url: `${origin}/`,
    image: `${origin}/share.png`,
    telephone: business.phone,
    email: business.email,
    address: { '@type': 'PostalAddress', addressLocality: business.location, addressCountry: 'AU' },
    areaServed: business.suburbs.map(({ name, postcode }) => ({
      '@type': 'Place',
      name: `${name} ${postcode}`,
    })),
    hasMenu: origin + paths.menu(),
    currenciesAccepted: 'AUD',
    paymentAccepted: 'Credit Card, Debit Card',
  };
}

function menu(meals: readonly MealReply[], origin: string): SchemaEntity {
  const section = (name: string, mealType: string): SchemaEntity => ({
    '@type': 'MenuSection',
    name,
    hasMenuItem: meals.filter((meal) => meal.mealType === mealType).map(menuItem),
  });
  return {
    '@type': 'Menu',
    url: origin + paths.menu(),
    inLanguage: 'en-AU',
    hasMenuSection: [section('Lunch', 'lunch'), section('Dinner', 'dinner')],
  };
}

function menuItem(meal: MealReply): SchemaEntity {
  return {
    '@type': 'MenuItem',
    name: meal.name,
    description: meal.description,
    offers: { '@type': 'Offer', price: meal.price, priceCurrency: 'AUD' },
    nutrition: {
      '@type': 'NutritionInformation',
      servingSize: '1 serving',
      calories: `${meal.calories} Cal`,
      proteinContent: `${meal.protein} g`,
      carbohydrateContent: `${meal.carbs} g`,
      fatContent: `${meal.fat} g`,
    },
  };
}

function faqPage(business: ConfigReply['business']): SchemaEntity {
  return {
    '@type': 'FAQPage',
    mainEntity: frequentQuestions(business).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  };
}
