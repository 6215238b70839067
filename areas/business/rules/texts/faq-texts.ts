/** Customers' questions. Spec 2: twelve on the FAQ page, seven of them on the landing page. */
import type { OurTopic, TextEntry, TextSituation } from './text-entry.ts';
import { fewMeals } from './text-values.ts';
import {
  byDeliveryType,
  formatDeliveryDays,
  formatFreeDelivery,
} from '#areas/business/rules/service-text.ts';
import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { callFirst, tracesText } from '#areas/business/rules/tax-line.ts';

export const FAQ_TEXTS = {
  'faq.questions': {
    page: 'faq',
    label: 'Questions',
    hint: 'The landing page shows those that you mark for it, or the first ones.',
    kind: 'topics',
    ours: (situation) => [
      ...questionsOnDelivery(situation),
      dailyOrWeekly(situation),
      ...QUESTIONS_ON_ORDERING,
      ...questionsAfterOrdering(situation),
    ],
  },
  'faq.ask': {
    page: 'faq',
    label: 'Below the questions',
    kind: 'topics',
    most: 1,
    ours: [
      {
        id: 'ask',
        title: 'Can’t find your answer?',
        text: 'Call {phone} or email {email}. We reply within about {replyHours} hours.',
      },
    ],
  },
} as const satisfies Record<string, TextEntry>;

function questionsOnDelivery(situation: TextSituation): OurTopic[] {
  return [
    {
      id: 'delivery-areas',
      title: 'Where do you deliver?',
      text: 'To {suburbCount} {suburbsPhrase}: {postcodes}.\n\nIf we don’t deliver to your suburb yet, join the waitlist and we’ll email you when we do.',
      onLanding: true,
    },
    {
      id: 'delivery-pricing',
      title: 'What does delivery cost?',
      text: `${byDeliveryType({ daily: 'Daily delivery costs {dailyFee}.', weekly: 'Weekly delivery costs {weeklyFee}, however many meals are in it.', between: ' ' }, situation.business)}\n\nThe order page shows the total as you choose, with a delivery line for each person.\n\n${freeDeliveryAnswer(situation)}`,
      onLanding: true,
    },
    {
      id: 'ordering-schedule',
      title: 'When do I need to order?',
      text: 'By {cutoff}, {zone} time, for the week starting the following {weekStart}. Our week runs from {week}, and you can order up to one week ahead.\n\nAfter {cutoff}, you order for the week after that. The order page always shows the exact dates.',
      onLanding: true,
    },
    {
      id: 'delivery-windows',
      title: 'What time will my meals arrive?',
      text: `${arrival(situation)}\n\nFull windows are marked. We show the places left when {fewPlaces} or fewer remain.`,
      onLanding: true,
    },
  ];
}

function arrival({ business }: TextSituation): string {
  const isOne = business.deliveryWindows.length === 1;
  const when = isOne
    ? 'Your meals arrive {windows}.'
    : `In the window you choose: {windows}.${byDeliveryType({ daily: ' Choose one for your whole order, or a different one on any day.', weekly: '', between: '' }, business)}`;
  return [formatDeliveryDays(business), when].filter(Boolean).join(' ');
}

/** Which to choose, or how the only one works. */
function dailyOrWeekly({ business }: TextSituation): OurTopic {
  const about = { id: 'daily-or-weekly', onLanding: true } as const;
  const [only, other] = offeredDeliveryTypes(business);
  if (only !== undefined && other === undefined)
    return {
      ...about,
      title: 'How do my meals arrive?',
      text:
        only === 'daily'
          ? 'Each meal comes on the day you eat it.'
          : 'Everything comes on one day. Meals for later days are those that keep in the fridge or freeze.',
    };
  const onOurDays = formatDeliveryDays(business) === '' ? '' : ', on days we deliver';
  const fewer =
    business.dailyFromMeals === 1
      ? ''
      : ` If anyone in your order has ${fewMeals(business)}, the whole order comes weekly.`;
  return {
    ...about,
    title: 'Should I choose daily or weekly delivery?',
    text: `Daily: each meal comes on the day you eat it. You can choose it when everyone with meals has {dailyFromMeals} or more that week${onOurDays}.\n\nWeekly: everything comes on one day of your choice.${fewer}`,
  };
}

/** The large-order promise, worded to match what we charge. */
function freeDeliveryAnswer({ business }: TextSituation): string {
  const offers = formatFreeDelivery(business).join(' ');
  if (offers === '' || business.freeDeliveryFromMeals !== null) return offers;
  return `Our launch offer: ${offers.replace(/^T/, 't')} Otherwise, large orders pay the same delivery fees as small ones.`;
}

const QUESTIONS_ON_ORDERING: readonly OurTopic[] = [
  {
    id: 'meal-types',
    title: 'What meals do you make?',
    text: '{services}, each one serving, ready to heat or eat cold. There are no meal packs and no subscriptions: you choose every meal, and only order when you want to.\n\nThe menu is updated every {menuDay}. Every meal shows its energy, protein, ingredients and allergens.',
    onLanding: true,
  },
  {
    id: 'ordering-process',
    title: 'How does ordering work?',
    text: 'Four steps: say who is eating ({peopleMin} to {peopleMax} people), choose meals for the days you want, tell us where to deliver and check the summary. Then you pay by card.\n\nYou don’t need an account. After you pay you get an order number and a private link to track your order.',
    onLanding: true,
  },
];

function questionsAfterOrdering({ business }: TextSituation): OurTopic[] {
  return [
    {
      id: 'storage',
      title: 'How long do meals keep?',
      text: 'Most meals keep in the fridge for {keepsFresh}. Each meal’s page and label say how long it keeps and whether it freezes; always follow the use-by date on the label. Put cold deliveries in the fridge straight away.\n\nYou can only order a meal for a day it keeps until, unless it freezes. Meals you plan to eat more than {keepsFreshDays} days after delivery are marked “freeze on arrival” in your order.',
    },
    {
      id: 'warm-or-cold',
      title: 'Do meals arrive warm or cold?',
      text: `Cold, in insulated packaging at your door, no signature needed.${byDeliveryType({ daily: ' With daily delivery you can choose warm meals, when available.', weekly: '', between: '' }, business)}\n\nThe menu shows how many minutes each meal takes to prepare.`,
    },
    {
      id: 'allergens',
      title: 'What about allergens and special diets?',
      text: `Every meal on the menu lists its declared allergens. In your order, say once what each person can’t have: meals that declare it are left out for them, and their labels say it. “Allergens: ask us” means we have not confirmed them yet. Please ask before you order.\n\n${tracesText()} ${callFirst(business)}`,
      isRule: true,
    },
    {
      id: 'payment',
      title: 'How do I pay, and is it safe?',
      text: 'By card when you order, with no surcharge. Your card number goes straight to our card provider; we never see or store it.\n\nThe amount on the pay button is the amount you are charged.',
    },
    {
      id: 'changes-and-help',
      title: 'How do I change an order or talk to someone?',
      text: 'Until {cutoff} before its week, you can change it yourself with the link in your confirmation email: meals, days, people, allergies, address and phone. You can also cancel a delivery, one person or all of it. If it then costs less, we refund the difference to your card; if it costs more, you pay the difference first.\n\nAfter that, or for anything else, call {phone} or email {email} with your order number. We reply within about {replyHours} hours. Once ingredients are bought we may not be able to change it.\n\nLost the link to your order? Choose “Find my order” at the foot of this page: we email it to you again.',
    },
  ];
}
