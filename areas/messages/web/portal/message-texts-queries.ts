import { queryOptions } from '@tanstack/react-query';
import {
  changeMessageText,
  listMessageTexts,
  type MessageTextReply,
  resetMessageText,
} from '#areas/messages/calls/emails.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { call } from '#platform/web/api/client.ts';

/** The words of all messages to customers. */
export const messageTextsQuery = queryOptions({
  queryKey: ['message-texts'],
  queryFn: ({ signal }) => call(listMessageTexts, { signal }),
  staleTime: 0,
});

type Changed = Pick<MessageTextReply, 'kind' | 'channel' | 'version'>;

export function saveWords(
  { kind, channel, version }: Changed,
  words: MessageWords,
): Promise<MessageTextReply> {
  return call(changeMessageText, { params: { kind }, body: { channel, version, ...words } });
}

/** Back to our own words. */
export function resetWords({ kind, channel, version }: Changed): Promise<MessageTextReply> {
  return call(resetMessageText, {
    params: { kind },
    query: { channel, version: String(version) },
  });
}
