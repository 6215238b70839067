/** What this page says is what the software does: when one changes, so does the other. */
import type { OurTopic, TextEntry, TextSituation } from './text-entry.ts';

export const PRIVACY_TEXTS = {
  'privacy.lead': {
    page: 'privacy',
    label: 'Lead',
    kind: 'text',
    ours: '{business} asks for what it needs to cook for you and find your door. Nothing else. We follow the Australian Privacy Principles.',
  },
  'privacy.topics': {
    page: 'privacy',
    label: 'Topics',
    hint: 'The grey ones say what the software does with what people tell you. Yours can stand around them.',
    kind: 'topics',
    ours: (situation) => [...collectionTopics(situation), ...handlingTopics(situation)],
  },
} as const satisfies Record<string, TextEntry>;

const list = (...items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

function collectionTopics({ isStripe, adviser }: TextSituation): OurTopic[] {
  const worded =
    adviser === null
      ? ''
      : ` A language model, ${adviser}, may word the advice; the calculator says so before anything is sent.`;
  return [
    {
      id: 'collected',
      title: 'What we collect, and why',
      text: list(
        'Orders: your name, email, phone, address, delivery preferences and special instructions; the names you give the people in your order, their calorie targets, the allergens and foods they avoid; the meals, dates and amounts. We need them to cook, deliver, help you and keep accounts.',
        'If you order for someone else: their name, phone and your message to them. The driver gets their name and phone. They never see what you paid, or your contact details. Please only give us a phone that its owner would want us to have.',
        'After a delivery, if you send them: stars and words about meals, what was wrong, and photos of it. Only our staff see words and photos; photos are deleted after 90 days. If you tick “You may show my words with my first name”, everyone can read your words on the meal’s page, until you untick it where you ticked it. We email you once for each order to ask for ratings. A link in that email stops it.',
        'If you tick “Remind me next week”: that you did, until you untick it. You get one email when you can order for the next week. A link in it stops all such reminders.',
        'Waitlist: your email and suburb and, if you give them, your name, phone and meals per week. We use them to tell you when we launch or start delivering to your suburb. Only people who ticked the box get other news; we record the words they agreed to and when.',
        'Full delivery windows: your email, if you ask to be told when a place comes free. We use it for that one email and delete it when orders for that week close.',
        `Calorie calculator: your browser works with your age, height, weight and goals, and sends them to our server once for a recommendation. We do not store or log them.${worded}`,
        'Visits: we use no advertising, no analytics and no tracking. To prevent abuse we count requests against a scrambled form of the network address, and delete the count when its time is up.',
      ),
      isRule: true,
    },
    {
      id: 'cards',
      title: 'Card payments',
      text: isStripe
        ? 'Stripe takes card payments. Your card number goes from your browser straight to Stripe and never to us; Stripe tells us whether the payment succeeded. Stripe keeps data in the United States and other countries and checks payments for fraud under its own privacy policy. Its script only loads on pages where you pay.'
        : 'This site takes test payments only. No real card is charged, and real card numbers are refused.',
      isRule: true,
    },
    {
      id: 'browser',
      title: 'What your browser stores',
      text: 'Your unfinished order, what you were changing in a paid one and the link to your last order stay in this browser tab until you close it; other tabs that have the order open show it too. The meals you chose stay on this device until you order them, 14 days at most. Your recommended calorie plan and the meals you gave a heart stay until you erase them. If you tick “Remember us on this device”, so do the names, plans, allergies, diets and notes of your people, who gets the food, your contact details and address, what you ask “Fill the week” for, the stars you give your meals, and the link to your last order; without the tick none of that is kept, and your card never is. We can’t see it. You can see, change and erase all of it [on this device](/this-device). Some pages are saved for when you have no signal; so are the last three orders you tracked, with name and address, until a week after delivery. When you start to pay we set one cookie, so that only your browser sees the order. It expires after a day. Staff who sign in get their own.',
      isRule: true,
    },
  ];
}

/** What becomes of what we collected. */
function handlingTopics({ business, sendsTexts }: TextSituation): OurTopic[] {
  return [
    {
      id: 'shared',
      title: 'Who else sees it',
      text: `Our chefs and drivers see what they need to cook and deliver. The card provider stores the payment with your name, contact details and address, and which meals go to whom on which day: if our records are lost, we can rebuild a paid order from it. ${sendsTexts ? 'A text service gets our texts and your number. ' : ''}Your special instructions and calorie targets stay with us. We do not sell your data. Beyond that, we share data only where the law requires it.`,
      isRule: true,
    },
    {
      id: 'automated',
      title: 'What the software decides automatically',
      text: list(
        'The calorie calculator gives no recommendation when a goal could be harmful: losing weight when underweight, gaining weight when obese. It says so, and you can change your answers.',
        `Delivery places go to the first to pay, and are held for ${business.holdMinutes} minutes while you pay, or longer when we take your order on the phone. If the place is gone when your payment arrives, one of us keeps or refunds the order; if nobody has within half an hour, it is refunded automatically.`,
        'Refunds are worked out from the amounts in the order and sent to the card once you or our staff have cancelled or changed it.',
        'If a meal runs out and you have not answered our question in time, you get the nearest meal that suits you, or its money back.',
      ),
      isRule: true,
    },
    {
      id: 'kept',
      title: 'How long we keep it',
      text: 'We keep orders and payments in our records for at least five years, as tax law requires; the software does not delete them automatically after that. The details of an unpaid order are deleted after seven days. Waitlist entries stay until you ask us to remove them. Unsubscribing stops all emails, but keeps your entry and its launch offer.',
      isRule: true,
    },
    {
      id: 'rights',
      title: 'Access, correction and deletion',
      text: 'Ask us for a copy of everything we hold about you, or to correct or delete it. If you are not satisfied with our answer, you can complain to the Office of the Australian Information Commissioner.\n\nCall {phone} or email {email}. We reply within about {replyHours} hours.',
      isRule: true,
    },
  ];
}
