import { capitalised } from '#platform/rules/capitalised.ts';
import { byDeliveryType, formatDeliveryDays } from '#areas/business/rules/service-text.ts';
import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import type { TextEntry, TextSituation } from './text-entry.ts';
import { fewMeals } from './text-values.ts';

export const HOW_TEXTS = {
  'how.lead': {
    page: 'how',
    label: 'Lead',
    kind: 'text',
    ours: 'You choose {services} for the week, for {peopleMin} to {peopleMax} people. Local chefs cook them, we deliver them to your door, and you heat and eat.',
  },
  'how.topics': {
    page: 'how',
    label: 'Topics',
    kind: 'topics',
    ours: ({ isOpen, business }) => [
      {
        id: 'when-to-order',
        title: 'When to order',
        text: `${isOpen ? 'Order by' : 'Orders close each'} {cutoff}, {zone} time, for the week starting the following {weekStart}. Our week runs from {week}. After the cutoff you order for the week after that, and the order page always shows the exact dates. The menu is updated every {menuDay}.`,
      },
      {
        id: 'when-we-deliver',
        title: 'When we deliver',
        text: [
          formatDeliveryDays(business),
          'We deliver {windows}.',
          ...(business.deliveryWindows.length > 1
            ? [
                `Choose one window${byDeliveryType({ daily: ', or a different one on any day', weekly: '', between: '' }, business)}.`,
              ]
            : []),
          'We leave meals at your door in insulated packaging, no signature needed.',
        ]
          .filter(Boolean)
          .join(' '),
      },
      {
        id: 'daily-or-weekly',
        title: capitalised(
          byDeliveryType({ daily: 'daily', weekly: 'weekly', between: ' or ' }, business),
        ),
        text: waysOfDelivery(business),
      },
      {
        id: 'how-long-meals-keep',
        title: 'How long meals keep',
        text: 'Most meals keep in the fridge for {keepsFresh}; each meal’s page and label say how long, and whether it freezes. Meals you plan to eat more than {keepsFreshDays} days after delivery are marked “freeze on arrival”.',
      },
      {
        id: 'where-we-deliver',
        title: 'Where we deliver',
        text: 'To {suburbCount} {suburbsPhrase}: {suburbs}.',
      },
      {
        id: 'questions',
        title: 'Questions?',
        text: 'Call {phone} or email {email}. We reply within about {replyHours} hours.',
      },
    ],
  },
} as const satisfies Record<string, TextEntry>;

function waysOfDelivery(business: TextSituation['business']): string {
  const isChoice = offeredDeliveryTypes(business).length > 1;
  const fewest = isChoice
    ? ' You can choose it when everyone with meals has {dailyFromMeals} or more that week.'
    : '';
  const fewer =
    isChoice && business.dailyFromMeals > 1
      ? ` If anyone has ${fewMeals(business)}, the whole order comes weekly.`
      : '';
  return byDeliveryType(
    {
      daily: `- Daily: each meal comes on the day you eat it, for {dailyFee}.${fewest}`,
      weekly: `- Weekly: everything comes on one day${isChoice ? ' you choose' : ''}, for {weeklyFee}.${fewer}`,
      between: '\n',
    },
    business,
  );
}
