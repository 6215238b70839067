import type { ConfigReply } from '#contract/config.ts';
import { useConfig } from '#web/api/page-data.ts';
import { ContactLines } from './contact-lines.tsx';
import { type Topic, TopicPage } from './topic-page.tsx';

export function PrivacyPage() {
  const { business, payments, adviser } = useConfig();
  const lead = `${business.name} asks for what it needs to cook for you and to find your door, and for nothing else. We follow the Australian Privacy Principles.`;
  return (
    <TopicPage
      heading="Privacy"
      lead={<p>{lead}</p>}
      topics={[
        ...collectionTopics(payments.mode, adviser?.name ?? null),
        ...handlingTopics(business),
      ]}
    />
  );
}

function collectionTopics(
  paymentMode: ConfigReply['payments']['mode'],
  adviser: string | null,
): Topic[] {
  return [
    {
      id: 'collected',
      title: 'What we collect, and what for',
      text: (
        <ul>
          <li>
            Orders: your name, email, phone, address, delivery wishes and special instructions; the
            names you give the people at your table, their calorie targets and the allergens they
            avoid; the meals, dates and amounts. We need them to cook, deliver, help and keep books.
          </li>
          <li>
            Waitlist: your email and suburb, and if you tell us your name, phone and meals per week.
            We use them to tell you when we launch or come to your suburb. News beyond that goes
            only to people who ticked the box for it; we keep the words they agreed to and when.
          </li>
          <li>
            Calorie calculator: your age, height, weight and goals are worked out in your browser
            and sent to our server once for a recommendation. We neither store nor log them.
            {adviser &&
              ` A language model, ${adviser}, may word the advice; the calculator says so before anything is sent.`}
          </li>
          <li>
            Visits: we use no advertising, no analytics and no tracking. To stop floods of requests
            we count tries under a scrambled form of the network address, and delete the count when
            its time is over.
          </li>
        </ul>
      ),
    },
    {
      id: 'cards',
      title: 'Card payments',
      text:
        paymentMode === 'stripe' ? (
          <p>
            Cards are taken by Stripe. Your card number goes from your browser straight to Stripe
            and never to us; Stripe tells us whether the payment succeeded. Stripe keeps data in the
            United States and other countries and checks payments for fraud under its own privacy
            policy. Its script is loaded on the payment page only.
          </p>
        ) : (
          <p>
            This site takes test payments only. No real card is charged, and real card numbers are
            refused.
          </p>
        ),
    },
    {
      id: 'browser',
      title: 'What your browser keeps',
      text: (
        <p>
          Your unfinished order, and the link to the one you placed last, stay in this tab of your
          browser until you close it; the calorie plan recommended to you stays in this browser
          until you clear it. The menu is kept so that you can read it offline. Customers get no
          cookies from us; only staff who sign in do.
        </p>
      ),
    },
  ];
}

function handlingTopics(business: ConfigReply['business']): Topic[] {
  return [
    {
      id: 'shared',
      title: 'Who else sees it',
      text: (
        <p>
          Our chefs and drivers see what they need to cook and to deliver. The card payment provider
          keeps the payment and with it your name, contact and address, and which meals go to whom
          on which day: should our books ever be lost, a paid order can be made again from it. Your
          special instructions and calorie targets stay with us. We sell nothing to anybody.
          Otherwise we hand data on only where the law makes us.
        </p>
      ),
    },
    {
      id: 'automated',
      title: 'What the software decides by itself',
      text: (
        <ul>
          <li>
            The calorie calculator gives no recommendation when a goal could harm: losing weight
            when underweight, gaining weight when obese. It says so, and you can change your
            answers.
          </li>
          <li>
            Delivery places are given to whoever pays first and held for {business.holdMinutes}{' '}
            minutes while you pay. A paid order whose place is gone waits for a person, who keeps or
            refunds it.
          </li>
          <li>
            Refunds are worked out from the amounts of the order and sent to the card once staff
            have cancelled or changed it. A person decides; the software only carries it out.
          </li>
        </ul>
      ),
    },
    {
      id: 'kept',
      title: 'How long we keep it',
      text: (
        <p>
          Orders and payments stay in our books, as tax law asks for at least five years; the
          software does not delete them by itself after that. Waitlist entries stay until you ask us
          to remove them. Unsubscribing stops all mail at once, but keeps your entry so that the
          launch offer still holds; ask, and we delete it for good.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'See it, correct it, have it deleted',
      text: (
        <>
          <p>
            Ask us for everything we hold about you, for a correction or for deletion. If our answer
            does not satisfy you, you can complain to the Office of the Australian Information
            Commissioner.
          </p>
          <ContactLines business={business} />
        </>
      ),
    },
  ];
}
