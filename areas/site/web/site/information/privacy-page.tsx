import type { ConfigReply } from '#areas/business/calls/config.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { handlingTopics } from './privacy-handling.tsx';
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
            the names you give the people in your order, their calorie targets, the allergens and
            foods they avoid; the meals, dates and amounts. We need them to cook, deliver, help you
            and keep accounts.
          </li>
          <li>
            If you order for someone else: their name, phone and your message to them. The driver
            gets their name and phone. They never see what you paid, or your contact details. Please
            only give us a phone that its owner would want us to have.
          </li>
          <li>
            After a delivery, if you send them: stars and words about meals, what was wrong, and
            photos of it. Only our staff see words and photos; photos are deleted after 90 days. If
            you tick “You may show my words with my first name”, everyone can read your words on the
            meal’s page, until you untick it where you ticked it. We email you once for each order
            to ask for ratings. A link in that email stops it.
          </li>
          <li>
            If you tick “Remind me next week”: that you did, until you untick it. You get one email
            when you can order for the next week. A link in it stops all such reminders.
          </li>
          <li>
            Waitlist: your email and suburb and, if you give them, your name, phone and meals per
            week. We use them to tell you when we launch or start delivering to your suburb. Only
            people who ticked the box get other news; we record the words they agreed to and when.
          </li>
          <li>
            Full delivery windows: your email, if you ask to be told when a place comes free. We use
            it for that one email and delete it when orders for that week close.
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
          Your unfinished order, what you were changing in a paid one and the link to your last
          order stay in this browser tab until you close it; other tabs that have the order open
          show it too. The meals you chose stay on this device until you order them, 14 days at
          most. Your recommended calorie plan and the meals you gave a heart stay until you erase
          them. If you tick “Remember us on this device”, so do the names, plans, allergies, diets
          and notes of your people, who gets the food, your contact details and address, what you
          ask “Fill the week” for, the stars you give your meals, and the link to your last order;
          without the tick none of that is kept, and your card never is. We can’t see it. You can
          see, change and erase all of it <a href={paths.thisDevice()}>on this device</a>. Some
          pages are saved for when you have no signal; so are the last three orders you tracked,
          with name and address, until a week after delivery. When you start to pay we set one
          cookie, so that only your browser sees the order. It expires after a day. Staff who sign
          in get their own.
        </p>
      ),
    },
  ];
}
