import { defaultBusiness, type BusinessFacts } from '#areas/business/rules/facts.ts';

/** The facts of another kitchen, in which no word of the default ones stands. */
export const kitchenInHobart: BusinessFacts = {
  ...defaultBusiness,
  name: 'Derwent Kitchen',
  tagline: 'Teas from the river, cooked this morning.',
  phone: '(03) 5550 1234',
  email: 'hello@derwentkitchen.example',
  location: 'Hobart, Tasmania',
  premises: '2 Example Lane, Sandy Bay TAS 7005',
  timeZone: 'Australia/Hobart',
  launchDate: '2025-12-02',
  orderPrefix: 'DK',
  suburbs: [
    { name: 'Battery Point', postcode: '7004' },
    { name: 'Kingston', postcode: '7050' },
    { name: 'Sandy Bay', postcode: '7005' },
  ],
  region: {
    suburbsPhrase: 'suburbs along the Derwent',
    areaPhrase: 'southern Hobart',
    shortName: 'Hobart',
    state: 'TAS',
  },
  services: [{ type: 'lunch', name: 'tea', plural: 'teas' }],
  deliveryWindows: [
    { timeSlot: '07:00-09:00', label: 'Breakfast', weekdays: [1, 2, 3, 4, 5] },
    { timeSlot: '17:00-20:00', label: null, weekdays: [1, 2, 3, 4, 5] },
    { timeSlot: '09:30-12:00', label: null, weekdays: [6] },
  ],
  closures: [{ from: '2026-01-15', until: '2026-01-15', reason: 'Regatta Day' }],
  defaultWindow: '17:00-20:00',
  cutoff: { weekday: 4, minuteOfDay: 12 * 60 },
  orderWeekStart: 1,
  menuUpdateWeekday: 3,
  dailyFeeCents: 350,
  weeklyFeeCents: 750,
};

/** What a kitchen that serves tea says nowhere: on no page, in no email, on no label and in no file. */
export const WORD_OF_ANOTHER_SERVICE = /\b(?:lunch(?:es)?|dinners?)\b/i;

/**
 * What only the default facts say. Not "Sunday", on which the week of this kitchen ends.
 */
export const WORDS_OF_THE_DEFAULTS =
  /redland|brisbane|queensland|\bqld\b|cleveland|capalaba|5550 0164|tuesday|\bsunday 5pm|\bRT-\d|\$2\.99|\$5\.99|\b11am-1pm|\b4pm-6pm|\b11:00-13:00|\b16:00-18:00/i;
