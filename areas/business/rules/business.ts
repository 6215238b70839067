/**
 * Every fact of the business that a page, price, label or email may state. Spec 1, 2, 9; a database setting may
 * override them.
 */
import type { KitchenLogo } from '#areas/business/rules/logo.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';

export type ServedSuburb = { name: string; postcode: string };

/** `label`: what customers read before its times, such as "Breakfast". Sunday is 0. */
export type WindowFact = { timeSlot: DeliveryWindow; label: string | null; weekdays: number[] };

/** A day without deliveries, for whatever weekdays the windows are. */
export type ClosedDate = { date: string; reason: string };

export type BusinessFacts = {
  name: string;
  tagline: string;
  /** Uploaded; null: the name in letters. */
  logo: KitchenLogo | null;
  /** Of buttons and links, as #rrggbb; null: ours. */
  accentColour: string | null;
  phone: string;
  email: string;
  location: string;
  /** Street address of the kitchen: food law requires it on every label. */
  premises: string;
  copyrightYear: number;
  timeZone: string;
  currency: 'aud';
  launchDate: string;
  /** Prefix of order numbers, two or three letters. */
  orderPrefix: string;
  suburbs: ServedSuburb[];
  /** How texts name where we deliver, and the state in addresses. */
  region: {
    /** After a number: "12 mainland suburbs of …". */
    suburbsPhrase: string;
    areaPhrase: string;
    shortName: string;
    /** Abbreviated, as in addresses. */
    state: string;
  };
  /** Windows of one weekday never overlap. */
  deliveryWindows: WindowFact[];
  closedDates: ClosedDate[];
  /** On which the kitchen cooks; Sunday is 0. Closed days are none, whatever their weekday. */
  cookWeekdays: number[];
  defaultWindow: DeliveryWindow;
  /** Sunday is 0. Minutes count from local midnight. */
  cutoff: { weekday: number; minuteOfDay: number };
  /** Sunday is 0. The weekday on which each ordering week starts. */
  orderWeekStart: number;
  people: { min: number; max: number };
  /** Calories of a whole day, ascending; lunch and dinner from us provide 60% of them (`planServiceKcal`). */
  caloriePlans: number[];
  defaultCaloriePlan: number;
  dailyFeeCents: number;
  weeklyFeeCents: number;
  /** From this many meals, a person can have daily delivery. */
  dailyFromMeals: number;
  taxCents: number;
  gstRegistered: boolean;
  /** Australian Business Number as printed; without one, no receipt is a tax invoice. */
  abn: string | null;
  advertisedAverageMealCents: number;
  advertisedProteinGrams: number;
  /** Landing page only. Orders charge each meal's own price. */
  advertisedTiers: { fromMeals: number; toMeals: number | null; priceCents: number }[];
  /** Meals needed for free delivery; null: no such offer. */
  freeDeliveryFromMeals: number | null;
  waitlistFirstOrderFree: boolean;
  waitlistMealsPerWeek: number[];
  slotCapacity: { default: number; min: number; max: number };
  /** Customers see the number of places left from this many down. */
  fewPlacesLeft: number;
  holdMinutes: number;
  holdExtensionMinutes: number;
  /** Customers may ask for the extension in the last minutes of their hold. */
  holdExtendableMinutes: number;
  /** How long an order that was taken on the phone waits for its payment. */
  phoneHoldMinutes: number;
  /** Of a slot's capacity: unpaid holds together never take more; those of phone orders are not counted. */
  unpaidHoldSharePercent: number;
  /** Checkouts opened before the cutoff can be paid for this long after it. */
  graceAfterCutoffMinutes: number;
  /** A meal eaten later than this after its delivery should be frozen on arrival. */
  keepsFreshDays: number;
  /** More portions than this go into a second bag. */
  portionsPerBag: number;
  /** What the kitchen asks of the core of hot food. Guidance: the law only names 60. */
  coreCelsius: number;
  /** How long temperature readings are kept; the law asks for three months, and less is taken as three. */
  temperatureMonths: number;
  /** What customers may choose after we could not leave their meals, until this minute of that day. */
  missedChoice: {
    untilMinute: number;
    /** Another delivery in one of the next free windows: cold meals as they are, while they keep. */
    again: boolean;
    /** Meals that cannot go out as they are, warm ones for instance, are cooked again. */
    cookAgain: boolean;
    refund: boolean;
  };
  /** Sunday is 0. */
  menuUpdateWeekday: number;
  /** Customers see the ready menu of the week after the one on sale, with its dates. They cannot order from it yet. */
  showNextWeek: boolean;
  supportReplyHours: number;
  /** What customers are promised who report a problem with a delivery. */
  problemReplyHours: number;
};

export const defaultBusiness: BusinessFacts = {
  name: 'Redlands Table',
  logo: null,
  accentColour: null,
  tagline: 'Fresh, healthy meals delivered across the Redlands Council area.',
  phone: '(07) 5550 0164',
  email: 'hello@redlandstable.example',
  location: 'Redlands, Queensland',
  premises: 'Unit 1, 100 Example Street, Cleveland QLD 4163',
  copyrightYear: 2025,
  timeZone: 'Australia/Brisbane',
  currency: 'aud',
  launchDate: '2025-07-15',
  orderPrefix: 'RT',
  suburbs: [
    { name: 'Alexandra Hills', postcode: '4161' },
    { name: 'Birkdale', postcode: '4159' },
    { name: 'Capalaba', postcode: '4157' },
    { name: 'Cleveland', postcode: '4163' },
    { name: 'Mount Cotton', postcode: '4165' },
    { name: 'Ormiston', postcode: '4160' },
    { name: 'Redland Bay', postcode: '4165' },
    { name: 'Sheldon', postcode: '4157' },
    { name: 'Thornlands', postcode: '4164' },
    { name: 'Thorneside', postcode: '4158' },
    { name: 'Victoria Point', postcode: '4165' },
    { name: 'Wellington Point', postcode: '4160' },
  ],
  region: {
    suburbsPhrase: 'mainland suburbs of the Redlands Council area',
    areaPhrase: 'mainland Redlands',
    shortName: 'Redlands',
    state: 'QLD',
  },
  deliveryWindows: [
    { timeSlot: '11:00-13:00', label: null, weekdays: [0, 1, 2, 3, 4, 5, 6] },
    { timeSlot: '16:00-18:00', label: null, weekdays: [0, 1, 2, 3, 4, 5, 6] },
  ],
  closedDates: [],
  cookWeekdays: [0, 1, 2, 3, 4, 5, 6],
  defaultWindow: '11:00-13:00',
  cutoff: { weekday: 0, minuteOfDay: 17 * 60 },
  orderWeekStart: 2,
  people: { min: 1, max: 6 },
  caloriePlans: [1200, 1500, 1800],
  defaultCaloriePlan: 1500,
  dailyFeeCents: 299,
  weeklyFeeCents: 599,
  dailyFromMeals: 5,
  taxCents: 0,
  gstRegistered: false,
  abn: null,
  advertisedAverageMealCents: 1499,
  advertisedProteinGrams: 30,
  advertisedTiers: [
    { fromMeals: 1, toMeals: 4, priceCents: 1999 },
    { fromMeals: 5, toMeals: 9, priceCents: 1799 },
    { fromMeals: 10, toMeals: null, priceCents: 1499 },
  ],
  freeDeliveryFromMeals: null,
  waitlistFirstOrderFree: true,
  waitlistMealsPerWeek: [3, 5, 7, 10, 14],
  slotCapacity: { default: 20, min: 0, max: 100 },
  fewPlacesLeft: 5,
  holdMinutes: 15,
  holdExtensionMinutes: 10,
  holdExtendableMinutes: 5,
  phoneHoldMinutes: 120,
  unpaidHoldSharePercent: 50,
  graceAfterCutoffMinutes: 10,
  keepsFreshDays: 3,
  portionsPerBag: 8,
  coreCelsius: 75,
  temperatureMonths: 12,
  missedChoice: { untilMinute: 20 * 60, again: true, cookAgain: false, refund: false },
  menuUpdateWeekday: 0,
  showNextWeek: false,
  supportReplyHours: 24,
  problemReplyHours: 24,
};

/**
 * The default driver's round: a loop by land through the default suburbs, north to the bay and back inland. Each
 * suburb borders the next, except Thorneside behind Birkdale.
 */
export const defaultRound: readonly string[] = [
  'Sheldon',
  'Capalaba',
  'Alexandra Hills',
  'Birkdale',
  'Thorneside',
  'Wellington Point',
  'Ormiston',
  'Cleveland',
  'Thornlands',
  'Victoria Point',
  'Redland Bay',
  'Mount Cotton',
];
