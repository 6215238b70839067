/** Sentences of messages about a delivery, made from what happened. */
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { missedChoicesText, untilText } from '#areas/order-book/rules/change/missed-choice.ts';
import type { MissedChoice } from '#areas/order-book/rules/missed-choice-kinds.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

/** Within a day only the window changes, whatever the cause: "because" of what, the customer would ask. */
export function movedWords(
  from: SlotKey,
  to: SlotKey,
  cause = '',
): { moved: string; newtime: string } {
  const was = formatDayAndMonth(from.date);
  const window = windowLabel(to.window);
  if (from.date === to.date)
    return {
      moved: `Your delivery on ${was} now comes ${window} instead of ${windowLabel(from.window)}.`,
      newtime: window,
    };
  const newtime = formatDayAndMonth(to.date);
  const your = cause.trim() === '' ? 'Your' : `Because of ${cause.trim()} your`;
  return { moved: `${your} ${was} delivery is now ${newtime}, ${window}.`, newtime };
}

type Offer = { offered: readonly MissedChoice[]; until: Instant } | null;

/** `choose`: a sentence for the email. `ask`: what stands before a text's link. */
export function missedWords(
  offer: Offer,
  now: Instant,
  timeZone: string,
): { choose: string; ask: string } {
  const callUs = 'We’ll call you.';
  if (!offer || now >= offer.until) return { choose: callUs, ask: callUs };
  const until = untilText(offer.until, timeZone);
  const options = offer.offered.filter((choice) => choice !== 'call');
  if (options.length === 0) {
    const call = `We’ll call you by ${until}.`;
    return { choose: call, ask: call };
  }
  return {
    choose: `Choose by ${until}: ${missedChoicesText(options)}. Otherwise we’ll call you.`,
    ask: `Choose by ${until}:`,
  };
}

/** For another day, or at a time that nobody knows. Ours alone: it names no time and no advice. */
export function notedWords(
  kind: 'delivery_delivered' | 'delivery_missed',
  { date, place, reason }: { date: PlainDate; place: string; reason: string },
): MessageWords {
  const day = formatDayAndMonth(date);
  const text =
    kind === 'delivery_delivered'
      ? `We wrote down today that your delivery of ${day} was left ${place}.\n\nSomething not right?\n\n{link}`
      : `We wrote down today that we could not leave your delivery of ${day}: ${reason}. We’ll call you.\n\n{link}`;
  return { subject: `About your delivery of ${day}`, text };
}
