import { freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import {
  getMessage,
  getMessagePage,
  listMessages,
  type MessageReply,
  type MessageSort,
  retryMessage,
} from '#areas/messages/calls/emails.ts';
import type { MessageChannel, MessageState } from '#areas/messages/rules/messages.ts';
import { call } from '#platform/web/api/client.ts';

/** Prefix of the keys of all messages. */
export const MESSAGES_KEY = ['messages'];

export type MessageFilter = { state?: MessageState; channel?: MessageChannel; sort?: MessageSort };

/** All emails and texts, newest first unless sorted, a page at a time. Refetched whenever they are shown. */
export function messagesQuery(filter: MessageFilter) {
  return pagedQuery([...MESSAGES_KEY, filter], (page, signal) =>
    call(listMessages, { query: { ...filter, ...page }, signal }),
  );
}

export function messageQuery(id: number) {
  return freshQuery([...MESSAGES_KEY, 'one', id], getMessage, { params: { id: String(id) } });
}

export function sendRetry(id: number): Promise<MessageReply> {
  return call(retryMessage, { params: { id: String(id) } });
}

/** For a frame: the email as a mail program shows it. */
export function messagePagePath(id: number): string {
  return getMessagePage.path.replace(':id', String(id));
}
