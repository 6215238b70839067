/** What each fact is called in Settings, and what changing it does. */
import type { BusinessFacts } from '#areas/business/rules/business.ts';

type FactWords = { label: string; changes: string };

export const FACT_WORDS: Record<keyof BusinessFacts, FactWords> = {
  name: {
    label: 'Name',
    changes: 'On every page, email, receipt and label. Printed labels keep the old one.',
  },
  tagline: { label: 'Tagline', changes: 'On the home page and in search results.' },
  logo: {
    label: 'Logo',
    changes: 'At the top of pages and emails, instead of the name in letters.',
  },
  accentColour: {
    label: 'Colour',
    changes: 'Of buttons and links, on pages and in emails from now on.',
  },
  phone: { label: 'Phone', changes: 'Where customers call you: pages, emails and labels.' },
  email: { label: 'Email', changes: 'Where customers write to you. Emails name it for replies.' },
  location: { label: 'Place', changes: 'Where you are, on pages and in search results.' },
  premises: {
    label: 'Street address of the kitchen',
    changes: 'On every label, as food law requires. Printed labels keep the old one.',
  },
  copyrightYear: { label: 'Copyright year', changes: 'At the foot of every page.' },
  timeZone: {
    label: 'Time zone',
    changes: 'Whose clock decides the cut-off, today and the hours of deliveries.',
  },
  currency: { label: 'Currency', changes: 'Always Australian dollars.' },
  launchDate: {
    label: 'Launch date',
    changes: 'Until this day, pages invite people to the waitlist.',
  },
  orderPrefix: {
    label: 'Letters of order numbers',
    changes: 'For new orders. Existing orders keep their numbers.',
  },
  suburbs: { label: 'Suburbs', changes: 'Where new orders can be delivered.' },
  region: {
    label: 'Words for where you deliver',
    changes: 'In texts about your area, and the state in addresses.',
  },
  orderWeekStart: {
    label: 'First day of an ordering week',
    changes:
      'Customers order for seven days from this weekday. The cut-off is the last one before.',
  },
  deliveryWindows: {
    label: 'Delivery windows',
    changes: 'For new orders and moves. What is booked keeps its window.',
  },
  closedDates: {
    label: 'Closed days',
    changes: 'Nothing new can be booked on these days. What is booked stays.',
  },
  cookWeekdays: {
    label: 'Days on which you cook',
    changes: 'The plan cooks on no other day. Deliveries are not changed.',
  },
  defaultWindow: {
    label: 'Delivery window chosen first',
    changes: 'What the order page starts with. Customers can change it.',
  },
  cutoff: { label: 'Cut-off', changes: 'When ordering and customers’ own changes close.' },
  people: { label: 'People in an order', changes: 'For new orders and edits.' },
  caloriePlans: {
    label: 'Calorie plans',
    changes: 'What new orders can choose. Existing orders keep theirs.',
  },
  defaultCaloriePlan: { label: 'Plan chosen first', changes: 'What the order page starts with.' },
  dailyFeeCents: {
    label: 'Daily delivery, each date',
    changes: 'For new orders. Paid orders keep their prices.',
  },
  weeklyFeeCents: {
    label: 'Weekly delivery',
    changes: 'For new orders. Paid orders keep their prices.',
  },
  dailyFromMeals: {
    label: 'Meals for daily delivery',
    changes: 'People with fewer meals in a week get weekly delivery.',
  },
  taxCents: { label: 'Tax on each order', changes: 'Added to new orders. Usually none.' },
  gstRegistered: { label: 'Registered for GST', changes: 'Receipts show the GST included.' },
  abn: { label: 'ABN', changes: 'On receipts. Without it, none is a tax invoice.' },
  advertisedAverageMealCents: {
    label: 'Average price of a meal',
    changes: 'On the home page. It charges nobody.',
  },
  advertisedProteinGrams: {
    label: 'Grams of protein in a meal',
    changes: 'On the home page. Check that your menu makes it true.',
  },
  advertisedTiers: {
    label: 'Prices on the waitlist page',
    changes: 'Advertising only: each meal is charged at its own price.',
  },
  freeDeliveryFromMeals: {
    label: 'Free delivery from this many meals',
    changes: 'For new orders. Empty: no such offer.',
  },
  waitlistFirstOrderFree: {
    label: 'Free first delivery for the waitlist',
    changes: 'The first order of people on the waitlist has no delivery fee.',
  },
  waitlistMealsPerWeek: {
    label: 'Meals a week on the waitlist form',
    changes: 'What people joining the waitlist choose from.',
  },
  slotCapacity: {
    label: 'Deliveries in a window',
    changes: 'For windows you have not set yourself, and the bounds of those you set.',
  },
  fewPlacesLeft: {
    label: 'Show places left from',
    changes: 'Customers see the number of places left from this many down.',
  },
  holdMinutes: {
    label: 'Minutes to pay',
    changes: 'How long a place waits for a payment. Checkouts under way keep theirs.',
  },
  holdExtensionMinutes: {
    label: 'Minutes added on request',
    changes: 'What customers get once when they ask for more time.',
  },
  holdExtendableMinutes: {
    label: 'Minutes in which to ask',
    changes: 'Customers may ask for more time in the last minutes of theirs.',
  },
  phoneHoldMinutes: {
    label: 'Minutes to pay a phone order',
    changes: 'How long the places of a phone order wait. Links already sent keep theirs.',
  },
  unpaidHoldSharePercent: {
    label: 'Places for unpaid checkouts',
    changes: 'The share of a window, in per cent, that checkouts together may take.',
  },
  graceAfterCutoffMinutes: {
    label: 'Minutes to pay after the cut-off',
    changes: 'For checkouts that were opened before it.',
  },
  keepsFreshDays: {
    label: 'Days a meal keeps fresh',
    changes: 'Meals eaten later should be frozen on arrival: on the order page and labels.',
  },
  portionsPerBag: {
    label: 'Portions in a bag',
    changes: 'More go into a second bag. Print labels again for deliveries ahead.',
  },
  coreCelsius: {
    label: 'Core temperature of hot food, °C',
    changes: 'What cooks must measure before food is ready.',
  },
  temperatureMonths: {
    label: 'Months to keep temperature readings',
    changes: 'Older readings are deleted. Food law asks for three months.',
  },
  missedChoice: {
    label: 'After a missed delivery',
    changes: 'What customers may choose when we could not leave their meals.',
  },
  menuUpdateWeekday: {
    label: 'Day of the new menu',
    changes: 'The day that pages name. It does not change the menu itself.',
  },
  showNextWeek: {
    label: 'Show next week',
    changes:
      'Customers see the published menu of the week ahead, with dates. They can’t order from it yet.',
  },
  supportReplyHours: {
    label: 'Hours until you reply',
    changes: 'What pages promise to people who write to you.',
  },
  problemReplyHours: {
    label: 'Hours until a problem is decided',
    changes: 'What customers are promised who report a problem. Reported ones keep their time.',
  },
};

export const FACT_NAMES = Object.keys(FACT_WORDS) as (keyof BusinessFacts)[];
