import { Link } from 'react-router';
import type { ConfigReply } from '#contract/config.ts';
import {
  cutoffWords,
  dailyFeeWords,
  freeDeliveryWords,
  freshnessWords,
  weeklyFeeWords,
  zoneWords,
} from '#domain/information/service-words.ts';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { ContactLines } from './contact-lines.tsx';
import { type Topic, TopicPage } from './topic-page.tsx';

export function TermsPage() {
  const { business } = useConfig();
  return (
    <TopicPage
      heading="Terms of service"
      lead={<p>What you can count on from {business.name}, and what we ask of you.</p>}
      topics={[...orderTopics(business), ...careTopics(business)]}
    />
  );
}

function orderTopics(business: ConfigReply['business']): Topic[] {
  const offers = freeDeliveryWords(business);
  return [
    {
      id: 'ordering',
      title: 'Ordering',
      text: (
        <>
          <p>
            Orders close on {cutoffWords(business)}, {zoneWords(business)} time, for the week from
            the Tuesday after. An order is for {business.people.min} to {business.people.max} people
            and an address in one of the {business.suburbs.length} suburbs we deliver to.
          </p>
          <p>
            We confirm an order when its payment has succeeded. Should its delivery window have
            filled up in that very moment, a person looks at it and offers you another one or your
            money back.
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
            Each meal costs what its card says when you pay. Delivery costs{' '}
            {dailyFeeWords(business)}, or {weeklyFeeWords(business)} when everything comes on one
            day. The total on the payment page is the whole price; there is no card surcharge.
          </p>
          {offers.length > 0 && (
            <p>
              {offers.join(' ')} {business.waitlistFirstOrderFree && WAITLIST_TERMS}
            </p>
          )}
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
            Please contact us to change or cancel an order, as early as you can: once cooking has
            begun we may not be able to. What you get back goes to the card you paid with.
          </p>
          <p>
            These terms take nothing away from your rights under the Australian Consumer Law. When
            something is wrong with a meal or a delivery, tell us and we put it right.
          </p>
        </>
      ),
    },
  ];
}

const WAITLIST_TERMS =
  'It holds for the first paid order that is placed with an email address on the waitlist.';

function careTopics(business: ConfigReply['business']): Topic[] {
  return [
    {
      id: 'delivery',
      title: 'Delivery',
      text: (
        <p>
          We leave your meals at your door within the window you chose; nobody has to sign. From
          there they are in your care: put cold meals in the fridge at once and eat them within{' '}
          {freshnessWords(business)}, or by the use-by date on the label.
        </p>
      ),
    },
    {
      id: 'allergies',
      title: 'Allergies and health',
      text: (
        <p>
          Allergens are declared on every meal’s card as our chefs tell us. If a trace could harm
          you, call us first. The calorie calculator is general information for healthy adults and
          no medical advice.
        </p>
      ),
    },
    {
      id: 'privacy',
      title: 'Your data',
      text: (
        <p>
          How we handle it is on our{' '}
          <Link to={paths.privacy()} className="font-semibold underline">
            privacy page
          </Link>
          .
        </p>
      ),
    },
    { id: 'contact', title: 'Contact', text: <ContactLines business={business} /> },
  ];
}
