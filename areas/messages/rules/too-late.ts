import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isText, type MessageChannel, type MessageKind } from '#areas/messages/rules/messages.ts';

/** A reminder that could not be sent for so long is dropped. So none of them comes after the week has closed. */
export const REMINDER_KEEPS_MS = 6 * 3_600_000;
const LONGEST_ON_THE_WAY_MS = 20 * 60_000;
/** On the kitchen's clock. */
const NIGHT = { fromMinute: 22 * 60, toMinute: 7 * 60 };

/**
 * Whether a message is better not sent any more: "on the way" is stale after 20 minutes, and nobody gets a text at night.
 * The email tells them.
 */
export function isTooLate(
  { kind, channel, at }: { kind: MessageKind; channel: MessageChannel; at: Instant },
  now: Instant,
  timeZone: string,
): boolean {
  if (kind === 'delivery_out' && now - at > LONGEST_ON_THE_WAY_MS) return true;
  if (kind === 'reorder_reminder' && now - at > REMINDER_KEEPS_MS) return true;
  const { minuteOfDay } = wallTimeAt(now, timeZone);
  return isText(channel) && (minuteOfDay >= NIGHT.fromMinute || minuteOfDay < NIGHT.toMinute);
}
