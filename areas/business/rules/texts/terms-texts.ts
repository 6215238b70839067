import { byDeliveryType } from '#areas/business/rules/service-text.ts';
import type { OurTopic, TextEntry, TextSituation } from './text-entry.ts';

export const TERMS_TEXTS = {
  'terms.lead': {
    page: 'terms',
    label: 'Lead',
    kind: 'text',
    ours: 'What you can count on from {business}, and what we ask of you.',
  },
  'terms.topics': {
    page: 'terms',
    label: 'Topics',
    hint: 'The grey ones say what the software does and what the law asks. Yours can stand around them.',
    kind: 'topics',
    ours: (situation) => [...orderTopics(situation), ...CARE_TOPICS],
  },
} as const satisfies Record<string, TextEntry>;

function orderTopics({ business }: TextSituation): OurTopic[] {
  return [
    {
      id: 'ordering',
      title: 'Ordering',
      text: 'Orders close on {cutoff}, {zone} time, for the week starting the following {weekStart}. An order is for {peopleMin} to {peopleMax} people and an address in one of the {suburbCount} suburbs we deliver to.\n\nWe confirm an order when its payment has succeeded. If its delivery window fills up at that moment, you can choose another, or get your money back.',
      isRule: true,
    },
    {
      id: 'prices',
      title: 'Prices',
      text: `Each meal costs the price shown when you pay. Delivery costs ${byDeliveryType({ daily: '{dailyFee}', weekly: '{weeklyFee} when everything comes on one day' }, business)}. The total on the payment page is the whole price; there is no card surcharge.\n\n{freeDelivery}\n\n${business.gstRegistered ? 'Prices include GST.' : ''}`,
      isRule: true,
    },
    {
      id: 'changes',
      title: 'Changing, cancelling and refunds',
      text: 'Until {cutoff} before its week ({zone} time) you can change or cancel your order, or parts of it, with the link we email you. If it then costs less, we refund the difference to the card you paid with. If it costs more, you pay the difference first: until then nothing changes. Meals you keep stay at the price you paid; new ones cost that day’s price.\n\nAfter that, please contact us as early as you can: once ingredients are bought, we may not be able to change an order. We refund the card you paid with.\n\nThese terms do not limit your rights under the Australian Consumer Law. If something is wrong with a meal or a delivery, tell us and we will put it right.',
      isRule: true,
    },
  ];
}

const CARE_TOPICS: readonly OurTopic[] = [
  {
    id: 'delivery',
    title: 'Delivery',
    text: 'We leave your meals at your door within the window you chose; no signature needed. From then on they are in your care: put cold meals in the fridge straight away and eat them within {keepsFresh}, or by the use-by date on the label.',
  },
  {
    id: 'allergies',
    title: 'Allergies and health',
    text: 'Each meal shows the allergens our chefs have declared. Any meal may contain traces: if traces could harm you, call us first. The calorie calculator is general information for healthy adults, not medical advice.',
    isRule: true,
  },
  {
    id: 'privacy',
    title: 'Your data',
    text: 'How we handle it is on our [privacy page](/privacy).',
  },
  {
    id: 'contact',
    title: 'Contact',
    text: 'Call {phone} or email {email}. We reply within about {replyHours} hours.',
  },
];
