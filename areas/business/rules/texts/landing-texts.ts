import { capitalised } from '#platform/rules/capitalised.ts';
import { formatMainMeal } from '#areas/business/rules/service-text.ts';
import { formatServices } from '#areas/business/rules/services.ts';
import type { TextEntry, TextSituation } from './text-entry.ts';

/** The two waitlist pages, which share their sections. */
export const LANDING_TEXTS = {
  'landing.headline.before': {
    page: 'landing',
    label: 'Headline before the launch',
    kind: 'line',
    ours: ({ business }) =>
      `${capitalised(formatMainMeal(business))} in {region} is about to get easier`,
  },
  'landing.headline.after': {
    page: 'landing',
    label: 'Headline after the launch',
    kind: 'line',
    ours: ({ business }) => `${capitalised(formatMainMeal(business))} in {region} just got easier`,
  },
  'landing.intro.before': {
    page: 'landing',
    label: 'Intro before the launch',
    kind: 'text',
    ours: '{services} by local chefs, chosen one by one and delivered to your door. Join the waitlist and be first to hear about the launch.',
  },
  'landing.intro.after': {
    page: 'landing',
    label: 'Intro after the launch',
    kind: 'text',
    ours: '{services} by local chefs, chosen one by one and delivered to your door. We deliver to {suburbCount} {suburbsPhrase}. If yours isn’t one of them yet, join the waitlist.',
  },
  'landing.features': {
    page: 'landing',
    label: 'Features',
    kind: 'topics',
    most: 6,
    ours: [
      {
        id: 'cooked',
        title: 'Cooked by local chefs',
        text: '{services} made nearby from food you can name, with their ingredients listed.',
      },
      {
        id: 'chosen',
        title: 'Chosen by you',
        text: 'No meal packs, no subscription. For {peopleMin} to {peopleMax} people, each with their own meals.',
      },
      {
        id: 'delivered',
        title: 'Delivered to your door',
        text: '{windows}, in {suburbCount} {suburbsPhrase}.',
      },
    ],
  },
  'landing.steps': {
    page: 'landing',
    label: 'Steps',
    kind: 'topics',
    most: 6,
    ours: ({ hasLaunched, isOpen, business }) => [
      hasLaunched
        ? {
            id: 'table',
            title: 'Set the table',
            text: 'Tell us who is eating: {peopleMin} to {peopleMax} people, each with their own meals.',
          }
        : {
            id: 'join',
            title: 'Join the waitlist',
            text: 'Leave your details. We’ll email you when we launch in your area.',
          },
      {
        id: 'choose',
        title: 'Choose your meals',
        text: `${isOpen ? 'Order by' : 'Orders close each'} {cutoff} for the week starting the following {weekStart}${eitherOrBoth(business)}.`,
      },
      {
        id: 'heat',
        title: 'Heat and eat',
        text: 'We deliver {windows}. The menu shows how many minutes each meal takes.',
      },
    ],
  },
  'landing.tiers': {
    page: 'landing',
    label: 'Above the prices',
    kind: 'text',
    ours: ({ values }) =>
      `Every meal has its own price${values.priceFrom === '' ? '' : ', from {priceFrom} to {priceTo}'}. You pay that price however many you order${values.tiers === '' ? '' : '; this is what to expect'}.`,
  },
  'landing.menu.before': {
    page: 'landing',
    label: 'Above the meals before the launch',
    kind: 'line',
    ours: 'A first look at the menu',
  },
  'landing.menu.after': {
    page: 'landing',
    label: 'Above the meals after the launch',
    kind: 'line',
    ours: 'From our menu',
  },
  'waitlist.headline': {
    page: 'waitlist',
    label: 'Headline',
    kind: 'line',
    ours: 'Tell us where you live and we’ll tell you when we deliver there',
  },
  'waitlist.intro': {
    page: 'waitlist',
    label: 'Intro',
    kind: 'text',
    ours: ({ hasLaunched }) =>
      `We deliver to {suburbCount} {suburbsPhrase}. If yours isn’t one of them yet${hasLaunched ? '' : ', or you’d like to hear about the launch'}, join the waitlist.`,
  },
  'waitlist.short': {
    page: 'waitlist',
    label: 'Above the short form',
    kind: 'line',
    ours: 'We just need your email and suburb',
  },
  'waitlist.long': {
    page: 'waitlist',
    label: 'Above the long form',
    kind: 'topics',
    most: 1,
    ours: [
      {
        id: 'long-heading',
        title: 'Tell us a little more',
        text: 'Telling us how many meals you’d like helps us plan. It’s fine to join twice.',
      },
    ],
  },
} as const satisfies Record<string, TextEntry>;

/** ": lunches, dinners or both". */
function eitherOrBoth(business: TextSituation['business']): string {
  if (business.services.length === 1) return '';
  return `: ${formatServices(business).replace(' and ', ', ')} or both`;
}
