/** One text of a page: what it is called, what it may be, and our own words. */
import type { BusinessFacts, FactName } from '#areas/business/rules/facts.ts';
import type { TextValues } from './text-values.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** The pages that people choose among, with the address of each. */
export const TEXT_PAGES = {
  home: { label: 'Home', path: '/?view=public' },
  how: { label: 'How it works', path: '/how-it-works' },
  faq: { label: 'FAQ', path: '/faq' },
  about: { label: 'About us', path: '/about' },
  terms: { label: 'Terms of service', path: '/terms' },
  privacy: { label: 'Privacy', path: '/privacy' },
  landing: { label: 'Landing', path: '/landing' },
  waitlist: { label: 'Waitlist', path: '/waitlist' },
  menu: { label: 'Menu', path: '/menu' },
  order: { label: 'Order', path: '/order' },
  calculator: { label: 'Calorie calculator', path: '/calorie-calculator' },
  every: { label: 'Every page', path: '/?view=public' },
} as const;
export type TextPage = keyof typeof TEXT_PAGES;

/** What our own words depend on besides the values of fields. */
export type TextSituation = {
  business: BusinessFacts;
  values: TextValues;
  isOpen: boolean;
  hasLaunched: boolean;
  /** Real cards are charged, by Stripe. */
  isStripe: boolean;
  /** A text service sends news of deliveries. */
  sendsTexts: boolean;
  /** The language model that may word advice; null: none. */
  adviser: string | null;
};

export type OurTopic = {
  /** Its fragment in the page's address. */
  id: string;
  title: string;
  text: string;
  /** Written from facts and from what the software does: others may stand around it, and nobody may change it. */
  isRule?: true;
  /** A question that the landing page shows too. */
  onLanding?: true;
};

type Ours<Value> = Value | ((situation: TextSituation) => Value);

type Named = {
  page: TextPage;
  /** For staff. */
  label: string;
  hint?: string;
};

export type LineEntry = Named & {
  kind: 'line';
  ours: Ours<string>;
  max?: number;
  /** Our words are the default kitchen's, and are shown only while it has these facts as they are by default. */
  onlyWith?: readonly FactName[];
};
export type ParagraphsEntry = Named & { kind: 'text'; ours: Ours<string> };
export type TopicsEntry = Named & {
  kind: 'topics';
  ours: Ours<readonly OurTopic[]>;
  /** By default 30. */
  most?: number;
};
/** A line on every page from a day to a day. */
export type NoticeEntry = Named & { kind: 'notice'; ours: string };

export type TextEntry = LineEntry | ParagraphsEntry | TopicsEntry | NoticeEntry;

/** What a kitchen wrote instead: `rule` stands for the topic of ours with that id. */
export type OwnTopic =
  | { rule: string }
  | { id: string; title: string; text: string; onLanding?: true | undefined };
export type OwnNotice = { text: string; from: PlainDate | null; until: PlainDate | null };
/** For a message to customers: its subject is null in a text message. */
export type OwnWords = { subject: string | null; text: string };
export type OwnText = string | OwnTopic[] | OwnNotice | OwnWords;

/** By key. Whatever is not there reads as ours. */
export type OwnTexts = Readonly<Record<string, OwnText>>;
/** What every page is shown with. */
export type ShownTexts = {
  own: OwnTexts;
  values: TextValues;
  /** For a draft: the keys that it changes, which are marked. */
  marked?: readonly string[];
};

export const LONGEST = { line: 120, text: 2000, title: 80, topics: 30, all: 100_000 } as const;

export function oursOf<Value extends string | readonly OurTopic[]>(
  { ours }: { ours: Ours<Value> },
  situation: TextSituation,
): Value {
  return typeof ours === 'function' ? ours(situation) : ours;
}
