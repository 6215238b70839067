import type { ConfigReply } from '#areas/business/calls/config.ts';
import {
  formatCutoff,
  formatDailyFee,
  formatFreeDelivery,
  formatFreshness,
  formatWeekStart,
  formatWeeklyFee,
  formatZone,
  byDeliveryType,
} from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ContactLines } from './contact-lines.tsx';
import { type Topic, TopicFrame } from './topic-frame.tsx';

export function TermsPage() {
  const { business } = useConfig();
  return (
    <TopicFrame
      heading="Terms of service"
      lead={<p>What you can count on from {business.name}, and what we ask of you.</p>}
      topics={[...orderTopics(business), ...careTopics(business)]}
    />
  );
}

function orderTopics(business: ConfigReply['business']): Topic[] {
  const offers = formatFreeDelivery(business);
  return [
    {
      id: 'ordering',
      title: 'Ordering',
      text: (
        <>
          <p>
            Orders close on {formatCutoff(business)}, {formatZone(business)} time, for the week
            starting the following {formatWeekStart(business)}. An order is for{' '}
            {business.people.min} to {business.people.max} people and an address in one of the{' '}
            {business.suburbs.length} suburbs we deliver to.
          </p>
          <p>
            We confirm an order when its payment has succeeded. If its delivery window fills up at
            that moment, we contact you with another window or a refund.
          </p>
        </>
      ),
    },
    {
      id: 'prices',
      title: 'Prices',
      text: (
        <>
          <p>
            Each meal costs the price shown when you pay. Delivery costs{' '}
            {byDeliveryType(
              {
                daily: formatDailyFee(business),
                weekly: `${formatWeeklyFee(business)} when everything comes on one day`,
              },
              business,
            )}
            . The total on the payment page is the whole price; there is no card surcharge.
          </p>
          {offers.length > 0 && <p>{offers.join(' ')}</p>}
          {business.gstRegistered && <p>Prices include GST.</p>}
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changing, cancelling and refunds',
      text: (
        <>
          <p>
            Until {formatCutoff(business)} before its week ({formatZone(business)} time) you can
            change or cancel your order, or parts of it, with the link we email you. What it then
            costs less goes back to the card you paid with. What it costs more is paid first: until
            then nothing changes. Meals you keep stay at the price you paid; new ones cost that
            day’s price.
          </p>
          <p>
            After that, please contact us as early as you can: once ingredients are bought, we may
            not be able to change an order. We refund the card you paid with.
          </p>
          <p>
            These terms do not limit your rights under the Australian Consumer Law. If something is
            wrong with a meal or a delivery, tell us and we will put it right.
          </p>
        </>
      ),
    },
  ];
}

function careTopics(business: ConfigReply['business']): Topic[] {
  return [
    {
      id: 'delivery',
      title: 'Delivery',
      text: (
        <p>
          We leave your meals at your door within the window you chose; no signature needed. From
          then on they are in your care: put cold meals in the fridge straight away and eat them
          within {formatFreshness(business)}, or by the use-by date on the label.
        </p>
      ),
    },
    {
      id: 'allergies',
      title: 'Allergies and health',
      text: (
        <p>
          Each meal shows the allergens our chefs have declared. Any meal may contain traces: if
          traces could harm you, call us first. The calorie calculator is general information for
          healthy adults, not medical advice.
        </p>
      ),
    },
    {
      id: 'privacy',
      title: 'Your data',
      text: (
        <p>
          How we handle it is on our{' '}
          <a href={paths.privacy()} className="font-semibold underline">
            privacy page
          </a>
          .
        </p>
      ),
    },
    { id: 'contact', title: 'Contact', text: <ContactLines business={business} /> },
  ];
}
