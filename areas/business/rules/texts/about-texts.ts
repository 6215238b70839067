import { byDeliveryType } from '#areas/business/rules/service-text.ts';
import type { TextEntry } from './text-entry.ts';

export const ABOUT_TEXTS = {
  'about.lead': {
    page: 'about',
    label: 'Lead',
    kind: 'text',
    ours: 'We bring {services} from local chefs to households in {suburbCount} {suburbsPhrase}: food you would cook yourself, on the days you would rather not.',
  },
  'about.topics': {
    page: 'about',
    label: 'Topics',
    kind: 'topics',
    ours: ({ business }) => [
      {
        id: 'food',
        title: 'Food that says what it is',
        text: 'Each meal has a name you understand and lists its ingredients, with energy, protein, carbs, fat and allergens beside the price. If allergens are not declared yet, we say “ask us”, never “none”.',
      },
      {
        id: 'freedom',
        title: 'No packs, no subscription',
        text: `One person or {peopleMax}, ${business.services.length > 1 ? 'one meal or two a day' : 'one meal a day'}: you choose every one, for the days you want. Nothing renews automatically. If you don’t order, you don’t pay.`,
      },
      {
        id: 'prices',
        title: 'The price you see is the price you pay',
        text: `Every meal has its own price. Delivery is ${byDeliveryType({ daily: '{dailyFee}', weekly: '{weeklyFee} for weekly delivery' }, business)}. There is no surcharge for paying by card.`,
      },
      {
        id: 'area',
        title: 'Local',
        text: 'We deliver to {suburbCount} {suburbsPhrase} and nowhere else.',
      },
      {
        id: 'contact',
        title: 'Talk to us',
        text: 'Call {phone} or email {email}. We reply within about {replyHours} hours.',
      },
    ],
  },
} as const satisfies Record<string, TextEntry>;
