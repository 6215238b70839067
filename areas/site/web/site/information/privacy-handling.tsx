import type { ConfigReply } from '#areas/business/calls/config.ts';
import { ContactLines } from './contact-lines.tsx';
import type { Topic } from './topic-frame.tsx';

/** What becomes of what we collected. */
export function handlingTopics(business: ConfigReply['business']): Topic[] {
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
            minutes while you pay, or longer when we take your order on the phone. If the place is
            gone when your payment arrives, one of us keeps or refunds the order.
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
