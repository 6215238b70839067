import { byDeliveryType, formatMainMeal } from '#areas/business/rules/service-text.ts';
import type { TextEntry } from './text-entry.ts';

export const HOME_TEXTS = {
  'home.headline': {
    page: 'home',
    label: 'Headline',
    kind: 'line',
    ours: 'Good food, cooked nearby, ready when you are.',
  },
  'home.intro': {
    page: 'home',
    label: 'Intro',
    kind: 'text',
    ours: '{services} made by local chefs and delivered to your door. No meal packs, no subscription: choose what each person at your table would like, for the days you want.',
  },
  'home.samples': {
    page: 'home',
    label: 'Above the sample meals',
    kind: 'line',
    ours: 'A taste of the menu',
  },
  'home.people': {
    page: 'home',
    label: 'Above your people and place',
    hint: 'Shown once Settings, About you, has a story, a photo or cooks.',
    kind: 'line',
    ours: 'Who cooks for you',
  },
  'home.stepsTitle': {
    page: 'home',
    label: 'Above the steps',
    kind: 'line',
    ours: ({ business }) => `Three steps to ${formatMainMeal(business)}`,
  },
  'home.steps': {
    page: 'home',
    label: 'Steps',
    kind: 'topics',
    most: 6,
    ours: ({ isOpen, business }) => [
      {
        id: 'table',
        title: 'Set the table',
        text: 'Tell us who is eating: {peopleMin} to {peopleMax} people, each with their own meals.',
      },
      {
        id: 'choose',
        title: 'Choose the meals',
        text: `Pick {services} for the week${isOpen ? ' by {cutoff}' : ''}. Each shows what’s in it and its price.`,
      },
      {
        id: 'deliver',
        title: 'We deliver',
        text: `At your door {windows}: ${byDeliveryType({ daily: 'daily for {dailyFee}', weekly: 'all at once for {weeklyFee}' }, business)}.`,
      },
    ],
  },
  'home.calculator': {
    page: 'home',
    label: 'Calorie calculator',
    kind: 'topics',
    most: 1,
    ours: [
      {
        id: 'how-much',
        title: 'How much is right for you?',
        text: 'Answer a few questions for an honest range and meals that fit. We store nothing about your body.',
      },
    ],
  },
  'home.area': {
    page: 'home',
    label: 'Where you deliver',
    kind: 'topics',
    most: 1,
    ours: [
      {
        id: 'area',
        title: 'Where we deliver',
        text: 'We deliver to {suburbCount} {suburbsPhrase}.',
      },
    ],
  },
} as const satisfies Record<string, TextEntry>;
