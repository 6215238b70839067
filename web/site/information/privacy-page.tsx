import type { ConfigReply } from '#contract/config.ts';
import { useConfig } from '#web/api/page-data.ts';
import { ContactLines } from './contact-lines.tsx';
import { type Topic, TopicFrame } from './topic-frame.tsx';

export function PrivacyPage() {
  const { business, payments, adviser } = useConfig();
  const lead = `${business.name} asks for what it needs to cook for you and find your door. Nothing else. We follow the Australian Privacy Principles.`;
  return (
    <TopicFrame
      heading="Privacy"
      lead={<p>{lead}</p>}
      topics={collectionTopics(payments.mode, adviser?.name ?? null).concat(
        handlingTopics(business),
      )}
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
      title: 'What we collect, and why',
      text: (
        <ul>
          <li>
            Orders: your name, email, phone, address, delivery preferences and special instructions;
            the names you give the people in your order, their calorie targets and the allergens
            they avoid; the meals, dates and amounts. We need them to cook, deliver, help you and
            keep accounts.
          </li>
          <li>
            After a delivery, if you send them: stars and words about meals, what was wrong, and
            photos of it. Only our staff see words and photos; photos are deleted after 90 days. We
            email you once for each order to ask for ratings. A link in that email stops it.
          </li>
          <li>
            Waitlist: your email and suburb and, if you give them, your name, phone and meals per
            week. We use them to tell you when we launch or start delivering to your suburb. Only
            people who ticked the box get other news; we record the words they agreed to and when.
          </li>
          <li>
            Calorie calculator: your browser works with your age, height, weight and goals, and
            sends them to our server once for a recommendation. We do not store or log them.
            {adviser &&
              ` A language model, ${adviser}, may word the advice; the calculator says so before anything is sent.`}
          </li>
          <li>
            Visits: we use no advertising, no analytics and no tracking. To prevent abuse we count
            requests against a scrambled form of the network address, and delete the count when its
            time is up.
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
            Stripe takes card payments. Your card number goes from your browser straight to Stripe
            and never to us; Stripe tells us whether the payment succeeded. Stripe keeps data in the
            United States and other countries and checks payments for fraud under its own privacy
            policy. Its script only loads on the payment page.
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
      title: 'What your browser stores',
      text: (
        <p>
          Your unfinished order and the link to your last order stay in this browser tab until you
          close it. Your recommended calorie plan stays until you clear it. Some pages are saved for
          when you have no signal; so are the last three orders you tracked, with name and address,
          until a week after delivery. When you start to pay we set one cookie, so that only your
          browser sees the order. It expires after a day. Staff who sign in get their own.
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
          Our chefs and drivers see what they need to cook and deliver. The card provider stores the
          payment with your name, contact details and address, and which meals go to whom on which
          day: if our records are lost, we can rebuild a paid order from it. A text service gets our
          texts and your number. Your special instructions and calorie targets stay with us. We do
          not sell your data. Beyond that, we share data only where the law requires it.
        </p>
      ),
    },
    {
      id: 'automated',
      title: 'What the software decides automatically',
      text: (
        <ul>
          <li>
            The calorie calculator gives no recommendation when a goal could be harmful: losing
            weight when underweight, gaining weight when obese. It says so, and you can change your
            answers.
          </li>
          <li>
            Delivery places go to whoever pays first, and are held for {business.holdMinutes}{' '}
            minutes while you pay. If the place is gone when your payment arrives, one of us keeps
            or refunds the order.
          </li>
          <li>
            Refunds are worked out from the amounts in the order and sent to the card once staff
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
          We keep orders and payments in our records for at least five years, as tax law requires;
          the software does not delete them automatically after that. The details of an unpaid order
          are deleted after seven days. Waitlist entries stay until you ask us to remove them.
          Unsubscribing stops all emails, but keeps your entry and its launch offer.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Access, correction and deletion',
      text: (
        <>
          <p>
            Ask us for a copy of everything we hold about you, or to correct or delete it. If you
            are not satisfied with our answer, you can complain to the Office of the Australian
            Information Commissioner.
          </p>
          <ContactLines business={business} />
        </>
      ),
    },
  ];
}
