/** What a document says of its page to search engines and to those who share a link. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PageData } from '#areas/business/web/page-data.ts';
import { documentTitle } from '#platform/web/navigation/router.tsx';
import { sharePictureAddress } from '#areas/menu/web/plate/share-picture-address.ts';
import { type Page, titleOf } from '#areas/business/web/define-page.ts';
import { SEARCH_TEXTS } from '#areas/business/rules/texts/search-texts.ts';
import { shownLine } from '#areas/business/rules/texts/shown-line.ts';
import { textsAtHand } from '#areas/business/web/page-lines.tsx';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { FAQ_TEXTS } from '#areas/business/rules/texts/faq-texts.ts';
import { plainParagraphs, shownTopics } from '#areas/business/rules/texts/shown-text.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { paths } from '#platform/web/navigation/paths.ts';

export type PageHead = {
  title: string;
  description: string;
  /** Its canonical address for search engines and shared links; null for a page that they should not list. */
  canonicalUrl: string | null;
  picture: { url: string; alt: string };
  /** In search engines' own vocabulary. */
  structuredData: object | null;
};

type AboutMeal = {
  /** Undefined: the page is about no meal, or about one that we do not know. */
  meal: MealReply | undefined;
  isOnMenu: boolean;
};

/** Longer ones are cut in search results. */
const LONGEST_DESCRIPTION = 155;

/** `origin`: the site's public origin, without a trailing slash. */
export function headOf(
  page: Page,
  { meal, isOnMenu }: AboutMeal,
  data: PageData,
  { origin, pathname }: { origin: string; pathname: string },
): PageHead & { isFound: boolean } {
  const { business } = data.config;
  if (meal) {
    return {
      isFound: true,
      title: documentTitle({ title: meal.name }, business.name),
      description: mealDescription(meal),
      canonicalUrl: isOnMenu ? origin + pathname : null,
      picture: { url: origin + sharePictureAddress(meal), alt: meal.name },
      structuredData: isOnMenu ? mealStructuredData(meal, origin) : null,
    };
  }
  const { search, isNotFound = false, isAboutMeal = false } = page;
  const isFound = !isNotFound && !isAboutMeal;
  const title = isAboutMeal ? NOT_FOUND : titleOf(page, data.texts);
  const description =
    search && shownLine(SEARCH_TEXTS, `seo.${search}.description`, textsAtHand(data));
  return {
    isFound,
    title: documentTitle({ title }, business.name),
    description: (isFound ? description : null) ?? business.tagline,
    canonicalUrl: isFound && search !== undefined ? origin + pathname : null,
    picture: {
      url: `${origin}/share.jpg`,
      alt: 'Three plates of food on a mango-coloured cloth',
    },
    structuredData: structuredData(page, data, origin),
  };
}

const NOT_FOUND = '404 Page Not Found';

/** What people decide by, and as much of the description as is shown. */
function mealDescription({ price, calories, protein, description }: MealReply): string {
  const text = `$${price}, ${calories} Cal, ${protein} g protein. ${description}`;
  if (text.length <= LONGEST_DESCRIPTION) return text;
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}

// Structured data for search engines, https://schema.org. Only what the page itself shows.

type SchemaEntity = { '@type': string; [property: string]: unknown };

/** The kitchen, its menu or its answers; null for other pages. `origin` has no trailing slash. */
function structuredData(
  { structuredData: subject }: Pick<Page, 'structuredData'>,
  data: PageData,
  origin: string,
): SchemaEntity | null {
  const { config, meals } = data;
  switch (subject) {
    case 'restaurant':
      return inContext(restaurant(config.business, origin));
    case 'menu':
      return inContext(menu(meals, origin));
    case 'questions':
      return inContext(faqPage(data));
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
    image: `${origin}/share.jpg`,
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

/** Where the meals are: each page says of its own meal what search engines show of it. */
function menu(meals: readonly MealReply[], origin: string): SchemaEntity {
  return {
    '@type': 'ItemList',
    url: origin + paths.menu(),
    itemListElement: meals.map(({ slug }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + paths.meal(slug),
    })),
  };
}

function menuItem(meal: MealReply, origin: string): SchemaEntity {
  return {
    '@type': 'MenuItem',
    name: meal.name,
    url: origin + paths.meal(meal.slug),
    description: meal.description,
    offers: { '@type': 'Offer', price: meal.price, priceCurrency: 'AUD' },
    nutrition: nutrition(meal),
    ...(meal.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: meal.rating.average,
        ratingCount: meal.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

function nutrition(meal: MealReply): SchemaEntity {
  const { servingGrams, saturatedFat, sugars, sodium } = meal;
  return {
    '@type': 'NutritionInformation',
    servingSize: servingGrams === null ? '1 serving' : `${servingGrams} g`,
    calories: `${meal.calories} Cal`,
    proteinContent: `${meal.protein} g`,
    carbohydrateContent: `${meal.carbs} g`,
    fatContent: `${meal.fat} g`,
    ...(saturatedFat !== null && { saturatedFatContent: `${saturatedFat} g` }),
    ...(sugars !== null && { sugarContent: `${sugars} g` }),
    ...(sodium !== null && { sodiumContent: `${sodium} mg` }),
  };
}

/** Never an allergen: search engines would make a promise of it that no kitchen can keep. */
const SCHEMA_DIETS: Partial<Record<Diet, string>> = {
  vegetarian: 'VegetarianDiet',
  vegan: 'VeganDiet',
  halal: 'HalalDiet',
  kosher: 'KosherDiet',
};

function mealStructuredData(meal: MealReply, origin: string): SchemaEntity {
  const diets = (meal.dietaryTags ?? []).flatMap((diet) => SCHEMA_DIETS[diet] ?? []);
  return inContext({
    ...menuItem(meal, origin),
    image: origin + sharePictureAddress(meal),
    ...(diets.length > 0 && {
      suitableForDiet: diets.map((diet) => `https://schema.org/${diet}`),
    }),
  });
}

function faqPage(data: PageData): SchemaEntity {
  const questions = shownTopics(FAQ_TEXTS, 'faq.questions', textsAtHand(data));
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, blocks }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: plainParagraphs(blocks).join(' ') },
    })),
  };
}
