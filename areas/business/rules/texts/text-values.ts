/** What may stand in braces in the texts of pages, and what it becomes: facts of the kitchen, so that they stay true. */
import { formatServices } from '#areas/business/rules/services.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  formatCutoff,
  formatDailyFee,
  formatFreeDelivery,
  formatFreshness,
  formatWeek,
  formatWeekStart,
  formatWeeklyFee,
  formatWindows,
  formatZone,
  suburbsPhrase,
} from '#areas/business/rules/service-text.ts';
import { type Cents, formatDollars } from '#platform/rules/money.ts';
import { formatLaunchDate, weekdayName } from '#platform/rules/plain-date.ts';

/** For staff: what each field says. */
export const TEXT_FIELDS = {
  business: 'the name of your kitchen',
  phone: 'your phone number',
  email: 'your email address',
  location: 'where you are',
  suburbs: 'the names of your suburbs',
  postcodes: 'your suburbs with their postcodes',
  suburbCount: 'how many suburbs',
  suburbsPhrase: 'your suburbs, in a text',
  area: 'your area, in a text',
  region: 'the short name of your area',
  cutoff: 'the cut-off',
  zone: 'the city of your time zone',
  weekStart: 'the first day of an ordering week',
  week: 'its first and last day',
  windows: 'your delivery windows',
  services: 'what you serve',
  dailyFee: 'what daily delivery costs',
  weeklyFee: 'what weekly delivery costs',
  dailyFromMeals: 'meals for daily delivery',
  weeklyUpToMeals: 'one less: meals that come weekly',
  peopleMin: 'fewest people in an order',
  peopleMax: 'most people in an order',
  keepsFresh: 'how long meals keep',
  keepsFreshDays: 'days after which to freeze',
  menuDay: 'the day of the new menu',
  replyHours: 'hours until you reply',
  fewPlaces: 'from how many places left you show them',
  launchDate: 'the launch date',
  freeDelivery: 'your offers of free delivery, as sentences',
  tiers: 'the prices on the waitlist page that are true of the menu',
  mealCount: 'meals on the menu',
  priceFrom: 'the price of the cheapest meal',
  priceTo: 'the price of the dearest meal',
} as const;

export type TextFact = keyof typeof TEXT_FIELDS;
export const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextFact[];

/** Empty: there is no such thing now. */
export type TextValues = Readonly<Record<TextFact, string>>;

export function isTextFact(name: string): name is TextFact {
  return Object.hasOwn(TEXT_FIELDS, name);
}

export type MenuFigures = {
  prices: readonly Cents[];
  /** The advertised tiers that are true of the menu. */
  tiers: BusinessFacts['advertisedTiers'];
};

export function textValues(business: BusinessFacts, { prices, tiers }: MenuFigures): TextValues {
  const { suburbs, region, people, dailyFromMeals, keepsFreshDays } = business;
  const hasMeals = prices.length > 0;
  return {
    business: business.name,
    phone: business.phone,
    email: business.email,
    location: business.location,
    suburbs: suburbs.map(({ name }) => name).join(', '),
    postcodes: suburbs.map(({ name, postcode }) => `${name} ${postcode}`).join(', '),
    suburbCount: String(suburbs.length),
    suburbsPhrase: suburbsPhrase(business),
    area: region.areaPhrase,
    region: region.shortName,
    cutoff: formatCutoff(business),
    zone: formatZone(business),
    weekStart: formatWeekStart(business),
    week: formatWeek(business),
    windows: formatWindows(business),
    services: formatServices(business),
    dailyFee: formatDailyFee(business),
    weeklyFee: formatWeeklyFee(business),
    dailyFromMeals: String(dailyFromMeals),
    weeklyUpToMeals: String(dailyFromMeals - 1),
    peopleMin: String(people.min),
    peopleMax: String(people.max),
    keepsFresh: formatFreshness(business),
    keepsFreshDays: String(keepsFreshDays),
    menuDay: weekdayName(business.menuUpdateWeekday),
    replyHours: String(business.supportReplyHours),
    fewPlaces: String(business.fewPlacesLeft),
    launchDate: formatLaunchDate(business.launchDate),
    freeDelivery: formatFreeDelivery(business).join(' '),
    tiers: tiers.map(tierText).join(', '),
    mealCount: hasMeals ? String(prices.length) : '',
    priceFrom: hasMeals ? formatDollars(Math.min(...prices)) : '',
    priceTo: hasMeals ? formatDollars(Math.max(...prices)) : '',
  };
}

type Tier = BusinessFacts['advertisedTiers'][number];

/** "1-4 meals", "10+ meals". */
export function tierName({ fromMeals, toMeals }: Pick<Tier, 'fromMeals' | 'toMeals'>): string {
  return toMeals === null ? `${fromMeals}+ meals` : `${fromMeals}-${toMeals} meals`;
}

function tierText(tier: Tier): string {
  return `${formatDollars(tier.priceCents)} a meal for ${tierName(tier)}`;
}

/** In our own texts: so few meals a person that the whole order comes weekly. */
export function fewMeals({ dailyFromMeals }: Pick<BusinessFacts, 'dailyFromMeals'>): string {
  return dailyFromMeals === 2 ? '1 meal' : '1 to {weeklyUpToMeals} meals';
}
