/** The questions customers ask, answered from the business facts. Spec 2: twelve on the FAQ page, seven of them on the landing page. */
import type { BusinessFacts } from '#domain/business.ts';
import { weekdayName } from '#domain/calendar/plain-date.ts';
import {
  cutoffWords,
  dailyFeeWords,
  freeDeliveryWords,
  freshnessWords,
  weeklyFeeWords,
  windowWords,
  zoneWords,
} from './service-words.ts';

export type FrequentQuestion = {
  /** The part of the address that leads to it. */
  id: string;
  question: string;
  /** Paragraphs of plain text. */
  answer: string[];
  isOnLandingPage: boolean;
};

export function frequentQuestions(business: BusinessFacts): FrequentQuestion[] {
  return [
    ...[...questionsOnDelivery(business), ...questionsOnOrdering(business)].map((each) => ({
      ...each,
      isOnLandingPage: true,
    })),
    ...questionsAfterOrdering(business).map((each) => ({ ...each, isOnLandingPage: false })),
  ];
}

type Entry = Omit<FrequentQuestion, 'isOnLandingPage'>;

function questionsOnDelivery(business: BusinessFacts): Entry[] {
  const { suburbs } = business;
  const cutoff = cutoffWords(business);
  return [
    {
      id: 'delivery-areas',
      question: 'Where do you deliver?',
      answer: [
        `To ${suburbs.length} mainland suburbs of the Redlands Council area: ${suburbs.map(({ name, postcode }) => `${name} ${postcode}`).join(', ')}.`,
        'We do not deliver to the bay islands. If we do not come to your suburb yet, join the waitlist and we tell you when we do.',
      ],
    },
    {
      id: 'delivery-pricing',
      question: 'What does delivery cost?',
      answer: [
        `Daily delivery costs ${dailyFeeWords(business)}. Weekly delivery costs ${weeklyFeeWords(business)}, however many meals are in it.`,
        'The order page adds it up while you choose, with a line for each person, so you see the total before you pay.',
        ...freeDeliveryAnswer(business),
      ],
    },
    {
      id: 'ordering-schedule',
      question: 'When do I have to order?',
      answer: [
        `By ${cutoff}, ${zoneWords(business)} time, for the week that starts on the Tuesday after. Our week runs from Tuesday to Monday, and you can order up to one week ahead.`,
        `After ${cutoff} the next week is open. The order page always shows its real dates.`,
      ],
    },
    {
      id: 'delivery-windows',
      question: 'What time will my meals arrive?',
      answer: [
        `Between ${windowWords().replace(' or ', ' or between ')}. You choose the window for your order, and another one for single days if that suits you better.`,
        'Windows that are full are marked, and you see how many places are left when there are few.',
      ],
    },
  ];
}

function questionsOnOrdering(business: BusinessFacts): Entry[] {
  const { people, dailyFromMeals } = business;
  return [
    {
      id: 'daily-or-weekly',
      question: 'Daily or weekly delivery: which one is for me?',
      answer: [
        `Daily: each meal comes on the day you eat it. It is there for people with ${dailyFromMeals} meals or more in the week.`,
        `Weekly: everything comes on one day of your choice. When somebody at your table has 1-${dailyFromMeals - 1} meals, the whole order comes weekly.`,
      ],
    },
    {
      id: 'meal-types',
      question: 'Which meals do you cook?',
      answer: [
        `Lunches and dinners, each one serving, ready to heat or to eat cold. There are no meal packs and no subscriptions: you choose every meal, and you order only when you want to.`,
        `The menu is updated every ${weekdayName(business.menuUpdateWeekday)}. Every meal shows its energy, protein, ingredients and allergens.`,
      ],
    },
    {
      id: 'ordering-process',
      question: 'How does ordering work?',
      answer: [
        `Four steps: say who is eating (${people.min} to ${people.max} people), choose meals for the days you want, tell us where to bring them, check the summary. Then you pay by card.`,
        'You need no account. Afterwards you get an order number and a private link to track your order.',
      ],
    },
  ];
}

/** The promise that the spec's pages make for large orders, exactly as far as the till keeps it. */
function freeDeliveryAnswer(business: BusinessFacts): string[] {
  const offers = freeDeliveryWords(business);
  if (offers.length === 0) return [];
  if (business.freeDeliveryFromMeals !== null) return [offers.join(' ')];
  return [
    `Free delivery comes with our launch offer: ${offers.join(' ').replace(/^J/, 'j')} Apart from that, large orders pay the same delivery fees as small ones.`,
  ];
}

function questionsAfterOrdering(business: BusinessFacts): Entry[] {
  const { keepsFreshDays, phone, email, supportReplyHours } = business;
  return [
    {
      id: 'storage',
      question: 'How long do meals keep?',
      answer: [
        `In the fridge for ${freshnessWords(business)}; the use-by date on the label counts. Put cold deliveries in the fridge straight away.`,
        `Meals you plan to eat more than ${keepsFreshDays} days after their delivery are marked “freeze on arrival” in your order.`,
      ],
    },
    {
      id: 'warm-or-cold',
      question: 'Do meals arrive warm or cold?',
      answer: [
        'Cold, in insulated packaging at your door; nobody has to sign. With daily delivery you can ask for warm meals where we have them.',
        'Each meal on the menu says how many minutes it takes to prepare.',
      ],
    },
    {
      id: 'allergens',
      question: 'What about allergens and special diets?',
      answer: [
        'Every meal on the menu names its declared allergens, and the order page can hide meals that contain what you avoid. “Allergens: ask us” means that nobody has declared them yet, so please ask.',
        'Our chefs cook different meals in the same kitchens. If a trace could harm you, please call us before you order.',
      ],
    },
    {
      id: 'payment',
      question: 'How do I pay, and is it safe?',
      answer: [
        'By card when you order, never with a surcharge. Your card number goes straight to our card payment provider; we never see or keep it.',
        'The amount on the pay button is the amount that is charged.',
      ],
    },
    {
      id: 'changes-and-help',
      question: 'How do I change an order or reach a person?',
      answer: [
        `Call ${phone} or write to ${email} with your order number. We reply within about ${supportReplyHours} hours.`,
        'Our staff can change or cancel an order and send money back to the card it was paid with.',
      ],
    },
  ];
}
