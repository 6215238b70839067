/** What staff write to customers themselves: about their orders, never to sell (Spam Act). */
import { gsmLength, SEGMENT_LENGTH, toGsmText } from '#areas/messages/rules/gsm-text.ts';
import type { FilledText } from '#areas/messages/rules/fill-text-message.ts';

/** Who writes, what, and the way to reach us: one text in the GSM alphabet. */
export function staffTextMessage(
  words: string,
  { business, link }: { business: string; link: string },
): FilledText {
  const text = toGsmText(`${business}: ${words} ${link}`);
  const length = gsmLength(text);
  return { text, length, fits: length <= SEGMENT_LENGTH };
}
