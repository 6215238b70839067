import { capitalised } from '#platform/rules/capitalised.ts';
import { formatServices, offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import type { ReactNode } from 'react';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import {
  formatCutoff,
  formatDailyFee,
  formatFreshness,
  formatSuburbs,
  formatWeek,
  formatWeekStart,
  formatWeeklyFee,
  formatWindows,
  formatZone,
  byDeliveryType,
  formatDeliveryDays,
} from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ContactLines } from './contact-lines.tsx';

export function HowItWorksPage() {
  const { business, sale } = useConfig();
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">How It Works</PageHeading>
      <p className="text-lg text-ink-soft">
        You choose {formatServices(business)} for the week, for {business.people.min} to{' '}
        {business.people.max} people. Local chefs cook them, we deliver them to your door, and you
        heat and eat.
      </p>
      {topics(business, sale.state === 'open').map(({ title, text }) => (
        <Card as="section" key={title} padding="large" className="grid gap-2">
          <h2 className="text-xl">{title}</h2>
          {text}
        </Card>
      ))}
      <div className="flex flex-wrap gap-3">
        <a href={paths.order()} className={buttonClass('primary', 'large')}>
          Order Now
        </a>
        <a href={paths.menu()} className={buttonClass('secondary', 'large')}>
          See the menu
        </a>
      </div>
    </div>
  );
}

function topics(
  business: ConfigReply['business'],
  isOpen: boolean,
): { title: string; text: ReactNode }[] {
  const fewest = business.dailyFromMeals;
  const offered = offeredDeliveryTypes(business);
  const isChoice = offered.length > 1;
  return [
    {
      title: 'When to order',
      text: (
        <p>
          {isOpen ? 'Order by' : 'Orders close each'} {formatCutoff(business)},{' '}
          {formatZone(business)} time, for the week starting the following{' '}
          {formatWeekStart(business)}. Our week runs from {formatWeek(business)}. After the cutoff
          you order for the week after that, and the order page always shows the exact dates. The
          menu is updated every {weekdayName(business.menuUpdateWeekday)}.
        </p>
      ),
    },
    {
      title: 'When we deliver',
      text: (
        <p>
          {formatDeliveryDays(business)} We deliver {formatWindows(business)}.{' '}
          {business.deliveryWindows.length > 1 &&
            'Choose one window, or a different one on any day. '}
          We leave meals at your door in insulated packaging, no signature needed.
        </p>
      ),
    },
    {
      title: capitalised(
        byDeliveryType({ daily: 'daily', weekly: 'weekly', between: ' or ' }, business),
      ),
      text: (
        <ul className="grid list-disc gap-1 pl-5">
          {offered.includes('daily') && (
            <li>
              Daily: each meal comes on the day you eat it, for {formatDailyFee(business)}.
              {isChoice &&
                ` You can choose it when everyone with meals has ${fewest} or more that week.`}
            </li>
          )}
          {offered.includes('weekly') && (
            <li>
              Weekly: everything comes on one day{isChoice && ' you choose'}, for{' '}
              {formatWeeklyFee(business)}.
              {isChoice &&
                fewest > 1 &&
                ` If anyone has 1 to ${fewest - 1} meals, the whole order comes weekly.`}
            </li>
          )}
        </ul>
      ),
    },
    {
      title: 'How long meals keep',
      text: (
        <p>
          Most meals keep in the fridge for {formatFreshness(business)}; each meal’s page and label
          say how long, and whether it freezes. Meals you plan to eat more than{' '}
          {business.keepsFreshDays} days after delivery are marked “freeze on arrival”.
        </p>
      ),
    },
    {
      title: 'Where we deliver',
      text: (
        <p>
          To {formatSuburbs(business)}: {business.suburbs.map(({ name }) => name).join(', ')}.
        </p>
      ),
    },
    {
      title: 'Questions?',
      text: <ContactLines business={business} />,
    },
  ];
}
