import { formatServices } from '#areas/business/rules/services.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import {
  formatDailyFee,
  formatSuburbs,
  formatWeeklyFee,
  byDeliveryType,
} from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { hasPeopleAndPlace, PeopleAndPlace } from '#areas/site/web/site/people-and-place.tsx';
import { ContactLines } from './contact-lines.tsx';
import { type Topic, TopicFrame } from './topic-frame.tsx';

export function AboutPage() {
  const { business } = useConfig();
  return (
    <TopicFrame
      heading={`About ${business.name}`}
      lead={
        <p>
          We bring {formatServices(business)} from local chefs to households between{' '}
          {business.suburbs[0]?.name} and {business.suburbs.at(-1)?.name}: food you would cook
          yourself, on the days you would rather not.
        </p>
      }
      first={hasPeopleAndPlace(business) && <PeopleAndPlace facts={business} />}
      topics={topics(business)}
    >
      <div className="flex flex-wrap gap-3">
        <a href={paths.menu()} className={buttonClass('primary', 'large')}>
          See the menu
        </a>
        <a href={paths.howItWorks()} className={buttonClass('secondary', 'large')}>
          How it works
        </a>
      </div>
    </TopicFrame>
  );
}

function topics(business: ConfigReply['business']): Topic[] {
  return [
    {
      id: 'food',
      title: 'Food that says what it is',
      text: (
        <p>
          Each meal has a name you understand and lists its ingredients, with energy, protein,
          carbs, fat and allergens beside the price. If allergens are not declared yet, we say “ask
          us”, never “none”.
        </p>
      ),
    },
    {
      id: 'freedom',
      title: 'No packs, no subscription',
      text: (
        <p>
          One person or {business.people.max}, one meal or two a day: you choose every one, for the
          days you want. Nothing renews automatically. If you don’t order, you don’t pay.
        </p>
      ),
    },
    {
      id: 'prices',
      title: 'The price you see is the price you pay',
      text: (
        <p>
          Every meal has its own price. Delivery is{' '}
          {byDeliveryType(
            {
              daily: formatDailyFee(business),
              weekly: `${formatWeeklyFee(business)} for weekly delivery`,
            },
            business,
          )}
          . There is no surcharge for paying by card.
        </p>
      ),
    },
    {
      id: 'area',
      title: 'Local',
      text: <p>We deliver to {formatSuburbs(business)} and nowhere else.</p>,
    },
    { id: 'contact', title: 'Talk to us', text: <ContactLines business={business} /> },
  ];
}
