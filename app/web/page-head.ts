/** What a document says of its page to search engines and to those who share a link. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PageData } from '#areas/business/web/page-data.ts';
import { documentTitle } from '#platform/web/navigation/router.tsx';
import { sharePictureAddress } from '#areas/menu/web/plate/share-picture-address.ts';
import type { Page } from '#areas/business/web/define-page.ts';
import { SEARCH_TEXTS } from '#areas/business/rules/texts/search-texts.ts';
import { shownLine } from '#areas/business/rules/texts/shown-line.ts';
import { textsAtHand } from '#areas/business/web/page-lines.tsx';
import { titleOf } from '#areas/business/web/page-title.ts';
import { mealStructuredData, structuredData } from './structured-data.ts';

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
