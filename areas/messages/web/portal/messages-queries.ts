import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '#platform/web/api/paged-query.ts';
import {
  getMessage,
  getMessagePage,
  listMessages,
  type MessageReply,
  retryMessage,
  changeMessageText,
  listMessageTexts,
  type MessageTextReply,
  resetMessageText,
} from '#areas/messages/calls/emails.ts';
import type { MessageChannel, MessageState } from '#areas/messages/rules/messages.ts';
import { call } from '#platform/web/api/client.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';

/** Prefix of the keys of all messages. */
export const MESSAGES_KEY = ['messages'];

export type MessageFilter = { state?: MessageState; channel?: MessageChannel };

/** All emails and texts, newest first, a page at a time. Refetched whenever they are shown. */
export function messagesQuery(filter: MessageFilter) {
  return pagedQuery([...MESSAGES_KEY, filter], (page, signal) =>
    call(listMessages, { query: { ...filter, ...page }, signal }),
  );
}

export function messageQuery(id: number) {
  return queryOptions({
    queryKey: [...MESSAGES_KEY, 'one', id],
    queryFn: ({ signal }) => call(getMessage, { params: { id: String(id) }, signal }),
    staleTime: 0,
  });
}

export function sendRetry(id: number): Promise<MessageReply> {
  return call(retryMessage, { params: { id: String(id) } });
}

/** For a frame: the email as a mail program shows it. */
export function messagePagePath(id: number): string {
  return getMessagePage.path.replace(':id', String(id));
}

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
