/**
 * What we tell a customer about a delivery, as a text and as an email: the one table of words, which staff may replace by
 * their own. Facts only: no offers, no reviews, so no consent and no unsubscribe are needed (Spam Act).
 */

/** What may stand in braces, and what it becomes. */
export const MESSAGE_FIELDS = {
  first: 'the customer’s first name',
  business: 'your business’s name',
  link: 'their own page; a button in emails',
  time: 'when it happened',
  meals: 'how many meals, like 6 meals',
  bag: 'what is on its way, like “your 6 meals” or “2 of your 3 meals”',
  missing: 'what is not in the bag, as a sentence; nothing if all is',
  short: 'how many meals are not in the bag, for a text; nothing if all are',
  before: 'how many stops come first, like 3 stops',
  from: 'the earliest time to expect us',
  to: 'the latest time to expect us',
  window: 'the delivery window',
  place: 'where we left it',
  advice: 'how to treat warm or cold meals',
  reason: 'why we could not deliver',
  choose: 'what they can choose and until when, or when we call, as a sentence',
  ask: 'the same in a few words, before the link',
  deadline: 'until when they can choose',
  options: 'what they can choose from',
  fallback: 'what happens if they don’t choose',
  moved: 'why and when it comes instead, as a sentence',
  newtime: 'its new day; its new window, if the day stays',
  day: 'the day of the delivery',
  what: 'what is cancelled, like “Your delivery on Wed 14 Jan”',
  headline: 'the amount, or what ran out',
  why: 'why the money goes back, as a sentence',
  whose: 'from whose order it was taken, as a sentence',
  money: 'what goes back to the card, or when it went, as a sentence',
  correction: 'what is true, like “your meals are not there yet.”',
  meal: 'the meal that ran out',
  swap: 'the meal they get instead',
  person: 'whom the meal is for',
  held: 'what holds the meal, like “it may contain milk”',
  news: 'each meal that is on hold, and why, in sentences',
  next: 'what they can do about it',
  phone: 'your phone number',
} as const;
export type MessageField = keyof typeof MESSAGE_FIELDS;

/** Known whatever the message is about. */
export const COMMON_FIELDS = ['first', 'business', 'link'] as const satisfies MessageField[];

type RecipientMessage = {
  fields: readonly MessageField[];
  text: string;
  /** The payer chose who hears of the way: then they need not hear of it too. */
  insteadOfPayer: boolean;
};

type DeliveryMessage = {
  label: string;
  /** May be used besides the common ones. */
  fields: readonly MessageField[];
  /** Those that anyone who writes the message gives; the others are read when it is sent, amounts and times always. */
  given: readonly MessageField[];
  text: string;
  email: { subject: string; text: string };
  /** What the email's button, its link, says. */
  button: string;
  /** What whom the food goes to is texted, when that is not the payer: no money and no choice, which are the payer's. */
  toRecipient?: RecipientMessage;
  /** A text that has not arrived after this many seconds is not worth sending. */
  validSeconds: number;
};

const FOUR_HOURS = 14_400;

export const DELIVERY_MESSAGES = {
  delivery_out: {
    label: 'On the way',
    fields: ['meals', 'bag', 'missing', 'short', 'time', 'before', 'from', 'to'],
    given: [],
    text: '{business}: your meals are on the way. {short} [{before} before you. ]Expect us {from}-{to}. {link}',
    email: {
      subject: 'Your meals are on the way',
      text: 'Hi {first}, {bag} left our kitchen at {time}. {missing} {before} before yours: look for us between {from} and {to}.\n\n{link}',
    },
    button: 'Follow your delivery',
    toRecipient: {
      fields: ['meals', 'short', 'time', 'before', 'from', 'to'],
      text: '{business}: meals for you are on the way. {short} [{before} before you. ]Expect us {from}-{to}. {link}',
      insteadOfPayer: true,
    },
    validSeconds: 1800,
  },
  delivery_late: {
    label: 'Running late',
    fields: ['window', 'from', 'to'],
    given: [],
    text: '{business}: sorry, we are running late. Now expected {from}-{to}. {link}',
    email: {
      subject: 'Running late, sorry',
      text: 'We said {window} and won’t make it. New time: {from} to {to}.\n\nGoing out? Tell us where to leave it:\n\n{link}',
    },
    button: 'Tell us where to leave it',
    toRecipient: {
      fields: ['window', 'from', 'to'],
      text: '{business}: sorry, your meals are running late. Now expected {from}-{to}. {link}',
      insteadOfPayer: true,
    },
    validSeconds: FOUR_HOURS,
  },
  delivery_delivered: {
    label: 'Delivered',
    fields: ['time', 'place', 'advice'],
    given: [],
    text: '{business}: delivered {time}, left {place}. {advice} {link}',
    email: {
      subject: 'Your meals are here',
      text: 'Delivered at {time}, left {place}. {advice}\n\nSomething not right?\n\n{link}',
    },
    button: 'See your delivery',
    toRecipient: {
      fields: ['time', 'place', 'advice'],
      text: '{business}: your meals are here. Delivered {time}, left {place}. {advice} {link}',
      insteadOfPayer: true,
    },
    validSeconds: FOUR_HOURS,
  },
  delivery_missed: {
    label: 'Not delivered',
    fields: ['time', 'reason', 'choose', 'ask'],
    given: [],
    text: '{business}: sorry, we could not leave your meals ({reason}, {time}). {ask} {link}',
    email: {
      subject: 'We missed you',
      text: 'We were at your door at {time}: {reason}.\n\n{choose}\n\n{link}',
    },
    button: 'See your delivery',
    toRecipient: {
      fields: ['time', 'reason'],
      text: '{business}: sorry, we could not leave your meals ({reason}, {time}). The person who ordered decides. {link}',
      insteadOfPayer: false,
    },
    validSeconds: FOUR_HOURS,
  },
  delivery_moved: {
    label: 'Delivery moved',
    fields: ['moved', 'newtime'],
    given: [],
    text: '{business}: {moved} [Does not suit? ]{link}',
    email: {
      subject: 'Your delivery moves to {newtime}',
      text: '{moved} It costs you nothing extra.\n\nAnother time or your money back:\n\n{link}',
    },
    button: 'See your delivery',
    toRecipient: {
      fields: ['moved', 'newtime'],
      text: '{business}: {moved} {link}',
      insteadOfPayer: false,
    },
    validSeconds: FOUR_HOURS,
  },
  cancelled: {
    label: 'Cancelled',
    fields: ['what', 'money'],
    given: ['what'],
    text: '{business}: {what} is cancelled. {money} {link}',
    email: {
      subject: '{what} is cancelled',
      text: 'Hi {first}, nothing more of it will be delivered. {money}\n\n{link}',
    },
    button: 'See your order',
    validSeconds: FOUR_HOURS,
  },
  refund_made: {
    label: 'Refund',
    fields: ['headline', 'why', 'whose', 'money'],
    given: ['headline', 'why', 'whose'],
    text: '{business}: {why} {money} {link}',
    email: {
      subject: '{headline}',
      text: '{why} {whose} {money}\n\n{link}',
    },
    button: 'See your order',
    validSeconds: FOUR_HOURS,
  },
  meal_ask: {
    label: 'Meal ran out: choose',
    fields: ['meal', 'day', 'deadline', 'fallback', 'person', 'options'],
    given: ['meal', 'day', 'fallback', 'person', 'options'],
    text: '{business}: sorry, {meal} ran out for {day}. Pick by {deadline} or we send {fallback}: {link}',
    email: {
      subject: 'We’ve run out of {meal}',
      text: 'Sorry, it’s gone for {day}. Pick by {deadline}, all checked against {person}’s allergies: {options}.\n\nOtherwise: {fallback}.\n\n{link}',
    },
    button: 'Pick another meal',
    validSeconds: FOUR_HOURS,
  },
  meal_swapped: {
    label: 'Meal swapped',
    fields: ['meal', 'swap', 'day', 'person'],
    given: ['meal', 'swap', 'day', 'person'],
    text: '{business}: {meal} ran out, you get {swap} on {day}. [Rather a refund? Call us. ]{link}',
    email: {
      subject: 'A change on {day}',
      text: '{meal} ran out. {person} gets {swap}, checked against their allergies, at the same price.\n\nRather have your money back? Call us before it’s delivered.\n\n{link}',
    },
    button: 'See your order',
    validSeconds: FOUR_HOURS,
  },
  food_on_hold: {
    label: 'Meal on hold',
    fields: ['meal', 'day', 'held', 'news', 'next', 'phone'],
    given: ['meal', 'day', 'held', 'news', 'next', 'phone'],
    text: '{business}: {meal} for {day} on hold: {held}. Swap or refund: {link} or {phone}',
    email: {
      subject: 'On hold: {meal} for {day}',
      text: '{news} We will not send what is on hold.\n\n{next}.\n\n{link}',
    },
    button: 'See your order',
    validSeconds: FOUR_HOURS,
  },
  delivery_corrected: {
    label: 'Correction',
    fields: ['correction'],
    given: [],
    text: '{business}: sorry, our last message was wrong: {correction} [Live status: ]{link}',
    email: {
      subject: 'Sorry, our mistake',
      text: 'Sorry, our last message was wrong: {correction} Where your meals really are:\n\n{link}',
    },
    button: 'See where your meals are',
    toRecipient: {
      fields: ['correction'],
      text: '{business}: sorry, our last message was wrong: {correction} [Live status: ]{link}',
      insteadOfPayer: true,
    },
    validSeconds: FOUR_HOURS,
  },
} as const satisfies Record<string, DeliveryMessage>;

export type DeliveryMessageKind = keyof typeof DELIVERY_MESSAGES;

/** What anyone who writes a message of this kind must say, ready to be read: "Wed 14 Jan". */
export type GivenFieldsOf<Kind extends DeliveryMessageKind> = Record<
  (typeof DELIVERY_MESSAGES)[Kind]['given'][number],
  string
>;

/** What the one whom the food goes to is texted; null: it is the payer's business alone. */
export function toRecipientOf(kind: DeliveryMessageKind): RecipientMessage | null {
  const message: DeliveryMessage = DELIVERY_MESSAGES[kind];
  return message.toRecipient ?? null;
}

/** `{advice}` by what the customer chose at the door. */
export const EATING_ADVICE = {
  cold: 'Please refrigerate soon.',
  warm: 'Best eaten now.',
  both: 'Eat the warm ones now, refrigerate the others.',
  /** Told hours later, nobody knows how warm it has become. */
  late: 'If it is still outside, call us before eating it.',
} as const;

/** Long ones, for the preview: what fits with these fits nearly always. */
export const EXAMPLE_VALUES: Record<Exclude<MessageField, 'business' | 'link'>, string> = {
  first: 'Christopher',
  time: '4:42pm',
  meals: '6 meals',
  bag: 'your 6 meals',
  missing: '',
  short: '',
  before: '3 stops',
  from: '4:10pm',
  to: '4:50pm',
  window: '5pm-8pm',
  place: 'at the front door',
  advice: EATING_ADVICE.cold,
  reason: 'no one home',
  choose:
    'Choose by 8pm Wed 14 Jan: another delivery or your money back. Otherwise we’ll call you.',
  ask: 'Choose by 8pm Wed 14 Jan:',
  deadline: '8pm Wed 14 Jan',
  options: 'Chicken Rice Bowl or Beef Bowl; or your money back',
  fallback: 'Lentil Shepherd’s Pie',
  moved: 'Because of flooding your Wed 14 Jan delivery is now Thu 15 Jan, 5pm-8pm.',
  newtime: 'Thu 15 Jan',
  day: 'Wed 14 Jan',
  what: 'Your delivery on Wed 14 Jan',
  headline: 'We’ve run out of Lemon Salmon',
  why: 'Lemon Salmon ran out for Wed 14 Jan.',
  whose: 'Sorry, we took it off Mia’s order.',
  money: '$14.99 goes back to your card in 5-10 business days.',
  correction: 'your meals are not there yet.',
  meal: 'Lemon Salmon',
  swap: 'Chicken Rice Bowl',
  person: 'Mia',
  held: 'it may contain macadamia',
  news: 'The recipe of Lemon Salmon changed: it now contains macadamia.',
  next: 'Choose another meal or your money back, or call 07 3555 0123',
  phone: '07 3555 0123',
};
