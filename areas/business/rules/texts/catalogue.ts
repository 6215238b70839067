/** Every sentence of the public pages that is the kitchen's own opinion or fact, in the sequence of its page. */
import { ABOUT_TEXTS } from './about-texts.ts';
import { FAQ_TEXTS } from './faq-texts.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { HOME_TEXTS } from './home-texts.ts';
import { HOW_TEXTS } from './how-texts.ts';
import { LANDING_TEXTS } from './landing-texts.ts';
import { PRIVACY_TEXTS } from './privacy-texts.ts';
import { SEARCH_TEXTS } from './search-texts.ts';
import { TERMS_TEXTS } from './terms-texts.ts';
import type { TextEntry } from './text-entry.ts';

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
