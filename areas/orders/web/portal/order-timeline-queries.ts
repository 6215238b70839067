import { freshQuery } from '#platform/web/api/call-query.ts';
import { addNote, getTimeline, pinNote } from '#areas/orders/calls/order-timeline.ts';
import { resendEmail } from '#areas/messages/calls/emails.ts';
import { call } from '#platform/web/api/client.ts';

/** What happened to an order. Refetched whenever it is shown. */
export function timelineQuery(orderId: number) {
  return freshQuery(['order-timeline', orderId], getTimeline, { params: { id: String(orderId) } });
}

export function sendNote(orderId: number, note: { text: string; isPinned: boolean }) {
  return call(addNote, { params: { id: String(orderId) }, body: note });
}

export function sendPin(orderId: number, noteId: number, isPinned: boolean) {
  return call(pinNote, {
    params: { id: String(orderId), noteId: String(noteId) },
    body: { isPinned },
  });
}

/** `key`: one for each tap. */
export function sendResend(messageId: number, key: string) {
  return call(resendEmail, { params: { id: String(messageId) }, body: { key } });
}
