/** Every sentence of the public pages that is the kitchen's own opinion or fact, in the sequence of its page. */
import { ABOUT_TEXTS } from '#areas/business/rules/texts/about-texts.ts';
import { FAQ_TEXTS } from '#areas/business/rules/texts/faq-texts.ts';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { HOME_TEXTS } from '#areas/business/rules/texts/home-texts.ts';
import { HOW_TEXTS } from '#areas/business/rules/texts/how-texts.ts';
import { LANDING_TEXTS } from '#areas/business/rules/texts/landing-texts.ts';
import { PRIVACY_TEXTS } from '#areas/business/rules/texts/privacy-texts.ts';
import { SEARCH_TEXTS } from '#areas/business/rules/texts/search-texts.ts';
import { TERMS_TEXTS } from '#areas/business/rules/texts/terms-texts.ts';
import type {
  TextEntry,
  OwnTexts,
  ShownTexts,
  TextSituation,
} from '#areas/business/rules/texts/text-entry.ts';
import { changedFacts, defaultBusiness, type BusinessFacts } from '#areas/business/rules/facts.ts';
import { isNotice } from '#areas/business/rules/texts/shown-line.ts';
import { type MenuFigures, textValues } from '#areas/business/rules/texts/text-values.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** Keys are stored, and stay as they are. */
export const CATALOGUE: Readonly<Record<string, TextEntry>> = {
  ...HOME_TEXTS,
  ...HOW_TEXTS,
  ...FAQ_TEXTS,
  ...ABOUT_TEXTS,
  ...TERMS_TEXTS,
  ...PRIVACY_TEXTS,
  ...LANDING_TEXTS,
  ...FRAME_TEXTS,
  ...SEARCH_TEXTS,
};

export const PAGE_TEXT_KEYS = Object.keys(CATALOGUE);

/** Undefined: no page has such a text. */
export function entryOf(key: string): TextEntry | undefined {
  return Object.hasOwn(CATALOGUE, key) ? CATALOGUE[key] : undefined;
}

// The texts that go to every page, with the values of their fields. Only the server makes them: facts.ts is large.

/** `own`: also of messages, which no page shows. */
export function shownTexts(
  business: BusinessFacts,
  own: OwnTexts,
  figures: MenuFigures,
): ShownTexts {
  const changed = new Set<string>(changedFacts(defaultBusiness, business));
  // The default kitchen's words, untrue of another.
  const untrue = Object.entries(CATALOGUE).flatMap(([key, entry]) =>
    entry.kind === 'line' && entry.onlyWith?.some((fact) => changed.has(fact)) ? [[key, '']] : [],
  );
  const ofPages = Object.entries(own).filter(([key]) => entryOf(key) !== undefined);
  return {
    own: { ...(Object.fromEntries(untrue) as OwnTexts), ...Object.fromEntries(ofPages) },
    values: textValues(business, figures),
  };
}

/** Without a notice that is not for today. */
export function textsOn(today: PlainDate, { own, ...rest }: ShownTexts): ShownTexts {
  const { notice, ...others } = own;
  if (!isNotice(notice)) return { own, ...rest };
  const isNow =
    (notice.from === null || notice.from <= today) &&
    (notice.until === null || today <= notice.until);
  return { own: isNow ? own : others, ...rest };
}

/** While it sells, after the launch: what our words are compared by when a release changes them. */
export function ordinarySituation(
  business: BusinessFacts,
  values: TextSituation['values'],
): TextSituation {
  return {
    business,
    values,
    isOpen: true,
    hasLaunched: true,
    isStripe: true,
    sendsTexts: true,
    adviser: null,
  };
}
