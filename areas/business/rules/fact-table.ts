/**
 * Every fact of the business that a page, price, label or email may state: one entry each, from which its type, default,
 * check, wire shape, words and field in Settings follow (`facts.ts`). Spec 1, 2, 9; keys are stored, and stay as they are.
 */
import { SERVICE_FACTS } from './service-facts.ts';
import { ABOUT_FACTS } from './about-facts.ts';
import * as a from './fact-kinds.ts';
import * as list from './fact-lists.ts';
import { CAPACITY_FACTS, HOURS_FACTS } from './kitchen-hours.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';

export const MOST_FEE = { to: 50_00 };
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
/** The columns of slots allow no more. */
const PLACES = { from: 0, to: 100 };

/** By the sections of the page Settings, in its sequence. */
export const FACTS_OF_SECTIONS = {
  'Your kitchen': {
    name: a.fact(a.oneLine('Redlands Table', 'the name of your kitchen', 60), {
      label: 'Name',
      changes: 'On every page, email, receipt and label. Printed labels keep the old one.',
    }),
    tagline: a.fact(
      a.oneLine(
        'Fresh, healthy meals delivered across the Redlands Council area.',
        'one line about your kitchen',
        160,
      ),
      { label: 'Tagline', changes: 'On the home page and in search results.' },
    ),
    logo: a.fact(a.logo(), {
      label: 'Logo',
      changes: 'At the top of pages and emails, instead of the name in letters.',
    }),
    /** For buttons and links, as #rrggbb; null: ours. */
    accentColour: a.fact(a.colour(), {
      label: 'Colour',
      changes: 'For buttons and links, on pages and in emails from now on.',
    }),
    phone: a.fact(a.phoneNumber('(07) 5550 0164'), {
      label: 'Phone',
      changes: 'Where customers call you: pages, emails and labels.',
    }),
    email: a.fact(a.emailAddress('hello@redlandstable.example'), {
      label: 'Email',
      changes: 'Where customers write to you. Emails name it for replies.',
    }),
    premises: a.fact(
      a.oneLine(
        'Unit 1, 100 Example Street, Cleveland QLD 4163',
        'the street address of your kitchen',
        160,
      ),
      {
        label: 'Street address of the kitchen',
        changes: 'On every label, as food law requires. Printed labels keep the old one.',
      },
    ),
    orderPrefix: a.fact(a.capitals('RT'), {
      label: 'Order number prefix',
      changes: 'For new orders. Existing orders keep their numbers.',
    }),
    gstRegistered: a.fact(a.yesNo(false), {
      label: 'Registered for GST',
      changes:
        'From the next order on, receipts are tax invoices with GST. Cold soup may be GST-free: ask your accountant.',
    }),
    /** Australian Business Number as printed; without one, no receipt is a tax invoice. */
    abn: a.fact(a.abn(), {
      label: 'ABN',
      changes: 'On receipts from now on. Without it, none is a tax invoice.',
    }),
    supportReplyHours: a.fact(a.count(24, { from: 1, to: 168 }), {
      label: 'Hours until you reply',
      changes: 'What pages promise to people who write to you.',
    }),
    problemReplyHours: a.fact(a.count(24, { from: 1, to: 168 }), {
      label: 'Hours until a problem is decided',
      changes: 'What customers are promised who report a problem. Reported ones keep their time.',
    }),
    copyrightYear: a.fact(a.year(2025), {
      label: 'Copyright year',
      changes: 'At the foot of every page.',
    }),
  },

  Where: {
    location: a.fact(
      a.oneLine('Redlands, Queensland', 'where you are, such as Hobart, Tasmania', 80),
      { label: 'Place', changes: 'Where you are, on pages and in search results.' },
    ),
    suburbs: a.fact(
      list.suburbs([
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
      ]),
      { label: 'Suburbs', changes: 'Where new orders can be delivered.' },
    ),
    formerSuburbs: a.fact(list.formerSuburbs(), {
      label: 'No longer served',
      changes: 'Open orders there stay as they are. You won’t be asked about them again.',
    }),
    /** How texts name where we deliver, and the state in addresses. */
    region: a.fact(
      a.parts(
        {
          suburbsPhrase: a.part(
            a.oneLine(
              'mainland suburbs of the Redlands Council area',
              'what follows “12”, such as suburbs of Greater Hobart',
              80,
            ),
            'Your suburbs, in a text',
            'After “We deliver to 12”.',
          ),
          areaPhrase: a.part(
            a.oneLine(
              'mainland Redlands',
              'what follows “delivered across”, such as Greater Hobart',
              60,
            ),
            'Your area, in a text',
            'After “delivered across”.',
          ),
          shortName: a.part(
            a.oneLine('Redlands', 'the short name of your area, such as Hobart', 40),
            'Short name of your area',
            'In headings.',
          ),
          state: a.part(
            a.state('QLD'),
            'State',
            'In addresses on labels and sheets, and at the card provider.',
          ),
        },
        ({ suburbsPhrase, areaPhrase, shortName, state: inState }) =>
          [suburbsPhrase, areaPhrase, shortName, inState].join(', '),
      ),
      {
        label: 'Words for where you deliver',
        changes: 'In texts about your area, and the state in addresses.',
      },
    ),
    timeZone: a.fact(a.timeZone('Australia/Brisbane'), {
      label: 'Time zone',
      changes: 'Its clock decides the cut-off, what “today” is, and delivery times.',
    }),
  },

  When: {
    /** Sunday is 0. The weekday on which each ordering week starts. */
    orderWeekStart: a.fact(
      { ...a.weekday(2), field: 'weekStart' },
      {
        label: 'First day of an ordering week',
        changes:
          'Customers order for seven days from this weekday. The cut-off is the last one before it. Booked orders keep theirs.',
      },
    ),
    /** Sunday is 0. Minutes count from local midnight. */
    cutoff: a.fact(
      a.parts(
        {
          weekday: a.part(
            a.weekday(0),
            'Cut-off day',
            'When ordering and customers’ own changes close.',
          ),
          minuteOfDay: a.part(a.time(17 * 60), 'Cut-off time', 'By the clock of your time zone.'),
        },
        ({ weekday: day, minuteOfDay }) => `${weekdayName(day)} ${formatMinuteOfDay(minuteOfDay)}`,
      ),
      {
        label: 'Cut-off',
        changes:
          'When ordering and customers’ own changes close. What is booked keeps the one that was promised.',
      },
    ),
    /** Checkouts opened before the cutoff can be paid for this long after it. */
    graceAfterCutoffMinutes: a.fact(a.count(10, { from: 0, to: 120 }), {
      label: 'Minutes to pay after the cut-off',
      changes: 'For checkouts that were opened before it.',
    }),
    /** Windows of one weekday never overlap. */
    deliveryWindows: a.fact(
      list.windows([
        { timeSlot: '11:00-13:00', label: null, weekdays: EVERY_DAY },
        { timeSlot: '16:00-18:00', label: null, weekdays: EVERY_DAY },
      ]),
      {
        label: 'Delivery windows',
        changes: 'For new orders and moves. What is booked keeps its window.',
      },
    ),
    defaultWindow: a.fact(a.window('11:00-13:00'), {
      label: 'Delivery window chosen first',
      changes: 'What the order page starts with. Customers can change it.',
    }),
    closures: a.fact(list.closures(), {
      label: 'When you are closed',
      changes: 'Nothing new can be booked on these days, and nobody cooks. What is booked stays.',
    }),
    ...HOURS_FACTS,
    /** Hands that take in one more delivery of goods, when the shopping list chooses how many come. */
    receivingCents: a.fact(a.cents(1500, MOST_FEE), {
      label: 'Cost of receiving a delivery of goods',
      changes: 'The shopping list weighs it against what would spoil.',
    }),
  },

  'What it costs': {
    deliveryTypes: a.fact(list.deliveryTypes(), {
      label: 'Ways of delivery',
      changes: 'What new orders can choose. What is booked keeps its own.',
    }),
    dailyFeeCents: a.fact(a.cents(299, MOST_FEE), {
      label: 'Daily delivery, each date',
      changes: 'For new orders. Paid orders keep their prices.',
    }),
    weeklyFeeCents: a.fact(a.cents(599, MOST_FEE), {
      label: 'Weekly delivery',
      changes: 'For new orders. Paid orders keep their prices.',
    }),
    /** From this many meals, a person can have daily delivery. */
    dailyFromMeals: a.fact(a.count(5, { from: 1, to: 14 }), {
      label: 'Meals for daily delivery',
      changes: 'People with fewer meals in a week get weekly delivery.',
    }),
    /** Meals needed for free delivery; null: no such offer. */
    freeDeliveryFromMeals: a.fact(a.countOrNone({ from: 1, to: 200 }), {
      label: 'Free delivery from this many meals',
      changes: 'For new orders. Empty: no such offer.',
    }),
    /** Landing page only. Orders charge each meal's own price. */
    advertisedTiers: a.fact(
      list.tiers(
        [
          { fromMeals: 1, toMeals: 4, priceCents: 1999 },
          { fromMeals: 5, toMeals: 9, priceCents: 1799 },
          { fromMeals: 10, toMeals: null, priceCents: 1499 },
        ],
        200_00,
      ),
      {
        label: 'Prices on the waitlist page',
        changes: 'Advertising only: each meal is charged at its own price.',
      },
    ),
  },

  Ordering: {
    ...SERVICE_FACTS,
    people: a.fact(
      a.parts(
        {
          min: a.part(
            a.count(1, { from: 1, to: 6 }),
            'Fewest people in an order',
            'For new orders and edits.',
          ),
          max: a.part(
            a.count(6, { from: 1, to: 6 }),
            'Most people in an order',
            'For new orders and edits.',
          ),
        },
        ({ min, max }) => `${min} to ${max}`,
      ),
      { label: 'People in an order', changes: 'For new orders and edits.' },
    ),
    holdMinutes: a.fact(
      a.count(15, {
        from: 5,
        to: 60,
        because: 'customers need time to pay, and others want the place',
      }),
      {
        label: 'Minutes to pay',
        changes: 'How long a place waits for a payment. Checkouts under way keep theirs.',
      },
    ),
    holdExtensionMinutes: a.fact(a.count(10, { from: 0, to: 60 }), {
      label: 'Minutes added on request',
      changes: 'What customers get once when they ask for more time.',
    }),
    /** Customers may ask for the extension in the last minutes of their hold. */
    holdExtendableMinutes: a.fact(a.count(5, { from: 0, to: 60 }), {
      label: 'Minutes in which to ask',
      changes: 'Customers may ask for more time in the last minutes of theirs.',
    }),
    /** How long an order that was taken on the phone waits for its payment. */
    phoneHoldMinutes: a.fact(
      a.count(120, {
        from: 15,
        to: 48 * 60,
        because: 'callers need time to pay, and others want the place',
      }),
      {
        label: 'Minutes to pay a phone order',
        changes: 'How long the places of a phone order wait. Links already sent keep theirs.',
      },
    ),
  },

  'Kitchen and bags': {
    slotCapacity: a.fact(
      a.parts(
        {
          default: a.part(a.count(20, PLACES), 'Deliveries in a window', 'Until you set its own.'),
          max: a.part(
            a.count(PLACES.to, { from: 1, to: PLACES.to }),
            'Most deliveries in a window',
            'What staff may set.',
          ),
          min: a.part(
            a.count(PLACES.from, PLACES),
            'Fewest deliveries in a window',
            'What staff may set.',
          ),
        },
        (capacity) => `${capacity.default}, within ${capacity.min} to ${capacity.max}`,
      ),
      {
        label: 'Deliveries in a window',
        changes: 'For windows you have not set yourself, and the bounds of those you set.',
      },
    ),
    /** Customers see the number of places left from this many down. */
    fewPlacesLeft: a.fact(a.count(5, PLACES), {
      label: 'Show places left from',
      changes: 'Customers see the number of places left from this many down.',
    }),
    /** More portions than this go into a second bag. */
    portionsPerBag: a.fact(a.count(8, { from: 1, to: 50 }), {
      label: 'Portions in a bag',
      changes: 'More go into a second bag. Print labels again for deliveries ahead.',
    }),
    /** A driver who starts a run earlier than this before its window is asked. */
    runStartsEarlyMinutes: a.fact(a.count(120, { from: 0, to: 720 }), {
      label: 'Minutes before its window that a run may start',
      changes: 'A driver who starts a run earlier is asked first.',
    }),
    labelStock: a.fact(a.labelStock('roll_100x62'), {
      label: 'Labels are printed on',
      changes: 'From the next print on. A label that does not fit is named before it is printed.',
    }),
    /** A meal eaten later than this after its delivery should be frozen on arrival. */
    keepsFreshDays: a.fact(a.count(3, { from: 1, to: 10 }), {
      label: 'Days a meal keeps fresh',
      changes: 'Meals eaten later should be frozen on arrival: on the order page and labels.',
    }),
    ...CAPACITY_FACTS,
    /** What the kitchen asks of the core of hot food. Guidance: the law only names 60. */
    coreCelsius: a.fact(
      a.count(75, { from: 60, to: 100, because: 'food law asks for at least 60 °C' }),
      {
        label: 'Core temperature of hot food, °C',
        changes: 'What cooks must measure before food is ready.',
      },
    ),
    /** How long temperature readings are kept; the law asks for three months, and less is taken as three. */
    temperatureMonths: a.fact(
      a.count(12, { from: 3, to: 120, because: 'food law asks for at least three months' }),
      {
        label: 'Months to keep temperature readings',
        changes: 'Older readings are deleted. Food law asks for three months.',
      },
    ),
  },

  'After a missed delivery': {
    /** What customers may choose after we could not leave their meals, until this minute of that day. */
    missedChoice: a.fact(
      a.parts(
        {
          again: a.part(a.yesNo(true), 'Customers may choose another delivery'),
          cookAgain: a.part(a.yesNo(false), 'Cook again what can’t go out as it is'),
          refund: a.part(a.yesNo(false), 'Customers may choose a refund'),
          untilMinute: a.part(a.time(20 * 60), 'Choose until', 'On the day of the delivery.'),
        },
        ({ untilMinute, again, cookAgain, refund }) => {
          const offers = [again && 'deliver again', cookAgain && 'cook again', refund && 'refund'];
          const offered = offers.filter((offer) => offer !== false);
          return `${offered.length === 0 ? 'nothing' : offered.join(', ')}, until ${formatMinuteOfDay(untilMinute)}`;
        },
      ),
      {
        label: 'After a missed delivery',
        changes: 'What customers may choose when we could not leave their meals.',
      },
    ),
  },

  'About you': ABOUT_FACTS,

  'Launch and waitlist': {
    /** The first day on which the public may order. */
    launchDate: a.fact(a.date('2025-07-15'), {
      label: 'Launch date',
      changes: 'The first day for orders. Until then, pages invite people to the waitlist.',
    }),
    lastOrderDate: a.fact(a.dateOrNone(), {
      label: 'Last day for orders',
      changes: 'From the day after, nobody can order. Paid orders are still delivered.',
    }),
    menuUpdateWeekday: a.fact(a.weekday(0), {
      label: 'Day of the new menu',
      changes: 'The day that pages name. It does not change the menu itself.',
    }),
    /** Customers see the ready menu of the week after the one on sale, with its dates. They cannot order from it yet. */
    showNextWeek: a.fact(a.yesNo(false), {
      label: 'Show next week',
      changes:
        'Customers see the published menu of the week ahead, with dates. They can’t order from it yet.',
    }),
    waitlistMealsPerWeek: a.fact(a.counts([3, 5, 7, 10, 14], 'choices', { from: 1, to: 100 }), {
      label: 'Meals a week on the waitlist form',
      changes: 'What people joining the waitlist choose from.',
    }),
    waitlistFirstOrderFree: a.fact(a.yesNo(true), {
      label: 'Free first delivery for the waitlist',
      changes: 'No delivery fee once, by email, phone and address, for emails on the waitlist.',
    }),
  },
};
