/**
 * Customers' questions, answered from the business facts. Spec 2: twelve on the FAQ page, seven of them on the landing
 * page.
 */
import { capitalised } from '#platform/rules/capitalised.ts';
import { formatServices, offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { callFirst, tracesText } from '#areas/business/rules/tax-line.ts';
import {
  byDeliveryType,
  formatCutoff,
  formatDailyFee,
  formatDeliveryDays,
  formatFreeDelivery,
  formatFreshness,
  formatSuburbs,
  formatWeek,
  formatWeekStart,
  formatWeeklyFee,
  formatWindows,
  formatZone,
} from './service-text.ts';

export type FrequentQuestion = {
  /** Its fragment in the page's address. */
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

type FaqItem = Omit<FrequentQuestion, 'isOnLandingPage'>;

function questionsOnDelivery(business: BusinessFacts): FaqItem[] {
  const { suburbs } = business;
  const cutoff = formatCutoff(business);
  return [
    {
      id: 'delivery-areas',
      question: 'Where do you deliver?',
      answer: [
        `To ${formatSuburbs(business)}: ${suburbs.map(({ name, postcode }) => `${name} ${postcode}`).join(', ')}.`,
        'If we don’t deliver to your suburb yet, join the waitlist and we’ll email you when we do.',
      ],
    },
    {
      id: 'delivery-pricing',
      question: 'What does delivery cost?',
      answer: [
        byDeliveryType(
          {
            daily: `Daily delivery costs ${formatDailyFee(business)}.`,
            weekly: `Weekly delivery costs ${formatWeeklyFee(business)}, however many meals are in it.`,
            between: ' ',
          },
          business,
        ),
        'The order page shows the total as you choose, with a delivery line for each person.',
        ...freeDeliveryAnswer(business),
      ],
    },
    {
      id: 'ordering-schedule',
      question: 'When do I need to order?',
      answer: [
        `By ${cutoff}, ${formatZone(business)} time, for the week starting the following ${formatWeekStart(business)}. Our week runs from ${formatWeek(business)}, and you can order up to one week ahead.`,
        `After ${cutoff}, you order for the week after that. The order page always shows the exact dates.`,
      ],
    },
    {
      id: 'delivery-windows',
      question: 'What time will my meals arrive?',
      answer: [
        [
          formatDeliveryDays(business),
          business.deliveryWindows.length === 1
            ? `Your meals arrive ${formatWindows(business)}.`
            : `In the window you choose: ${formatWindows(business)}. Choose one for your whole order, or a different one on any day.`,
        ]
          .filter(Boolean)
          .join(' '),
        `Full windows are marked. We show the places left when ${business.fewPlacesLeft} or fewer remain.`,
      ],
    },
  ];
}

function questionsOnOrdering(business: BusinessFacts): FaqItem[] {
  return [
    {
      id: 'daily-or-weekly',
      ...dailyOrWeekly(business),
    },
    {
      id: 'meal-types',
      question: 'What meals do you make?',
      answer: [
        `${capitalised(formatServices(business))}, each one serving, ready to heat or eat cold. There are no meal packs and no subscriptions: you choose every meal, and only order when you want to.`,
        `The menu is updated every ${weekdayName(business.menuUpdateWeekday)}. Every meal shows its energy, protein, ingredients and allergens.`,
      ],
    },
    {
      id: 'ordering-process',
      question: 'How does ordering work?',
      answer: [
        `Four steps: say who is eating (${business.people.min} to ${business.people.max} people), choose meals for the days you want, tell us where to deliver and check the summary. Then you pay by card.`,
        'You don’t need an account. After you pay you get an order number and a private link to track your order.',
      ],
    },
  ];
}

/** Which to choose, or how the only one works. */
function dailyOrWeekly(business: BusinessFacts): Pick<FaqItem, 'question' | 'answer'> {
  const { dailyFromMeals } = business;
  const [only, other] = offeredDeliveryTypes(business);
  if (only !== undefined && other === undefined)
    return {
      question: 'How do my meals arrive?',
      answer: [
        only === 'daily'
          ? 'Each meal comes on the day you eat it.'
          : 'Everything comes on one day. Meals for later days are those that keep in the fridge or freeze.',
      ],
    };
  return {
    question: 'Should I choose daily or weekly delivery?',
    answer: [
      `Daily: each meal comes on the day you eat it. You can choose it when everyone with meals has ${dailyFromMeals} or more that week${formatDeliveryDays(business) === '' ? '' : ', on days we deliver'}.`,
      `Weekly: everything comes on one day of your choice.${dailyFromMeals === 1 ? '' : ` If anyone in your order has 1 to ${dailyFromMeals - 1} meals, the whole order comes weekly.`}`,
    ],
  };
}

/** The large-order promise, worded to match what we charge. */
function freeDeliveryAnswer(business: BusinessFacts): string[] {
  const offers = formatFreeDelivery(business);
  if (offers.length === 0) return [];
  if (business.freeDeliveryFromMeals !== null) return [offers.join(' ')];
  return [
    `Our launch offer: ${offers.join(' ').replace(/^T/, 't')} Otherwise, large orders pay the same delivery fees as small ones.`,
  ];
}

function questionsAfterOrdering(business: BusinessFacts): FaqItem[] {
  const { keepsFreshDays, phone, email, supportReplyHours } = business;
  return [
    {
      id: 'storage',
      question: 'How long do meals keep?',
      answer: [
        `Most meals keep in the fridge for ${formatFreshness(business)}. Each meal’s page and label say how long it keeps and whether it freezes; always follow the use-by date on the label. Put cold deliveries in the fridge straight away.`,
        `You can only order a meal for a day it keeps until, unless it freezes. Meals you plan to eat more than ${keepsFreshDays} days after delivery are marked “freeze on arrival” in your order.`,
      ],
    },
    {
      id: 'warm-or-cold',
      question: 'Do meals arrive warm or cold?',
      answer: [
        `Cold, in insulated packaging at your door, no signature needed.${byDeliveryType({ daily: ' With daily delivery you can choose warm meals, when available.', weekly: '', between: '' }, business)}`,
        'The menu shows how many minutes each meal takes to prepare.',
      ],
    },
    {
      id: 'allergens',
      question: 'What about allergens and special diets?',
      answer: [
        'Every meal on the menu lists its declared allergens. In your order, say once what each person can’t have: meals that declare it are left out for them, and their labels say it. “Allergens: ask us” means we have not confirmed them yet. Please ask before you order.',
        `${tracesText()} ${callFirst(business)}`,
      ],
    },
    {
      id: 'payment',
      question: 'How do I pay, and is it safe?',
      answer: [
        'By card when you order, with no surcharge. Your card number goes straight to our card provider; we never see or store it.',
        'The amount on the pay button is the amount you are charged.',
      ],
    },
    {
      id: 'changes-and-help',
      question: 'How do I change an order or talk to someone?',
      answer: [
        `Until ${formatCutoff(business)} before its week, you can change it yourself with the link in your confirmation email: meals, days, people, allergies, address and phone. You can also cancel a delivery, one person or all of it. What it costs less goes back to your card; what it costs more you pay by card first.`,
        `After that, or for anything else, call ${phone} or email ${email} with your order number. We reply within about ${supportReplyHours} hours. Once ingredients are bought we may not be able to change it.`,
        'Lost the link to your order? Choose “Find my order” at the foot of this page: we email it to you again.',
      ],
    },
  ];
}
