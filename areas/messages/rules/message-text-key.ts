/** Words of messages by the key of their text: `message.delivery_out.email`. */
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import {
  channelsOf,
  DELIVERY_MESSAGE_KINDS,
  type MessageChannel,
} from '#areas/messages/rules/messages.ts';

export type MessageTextId = { kind: DeliveryMessageKind; channel: MessageChannel };

export function messageTextKey({ kind, channel }: MessageTextId): string {
  return `message.${kind}.${channel}`;
}

/** Every message that staff may write themselves, kind by kind. */
export const MESSAGE_TEXTS: readonly MessageTextId[] = DELIVERY_MESSAGE_KINDS.flatMap((kind) =>
  channelsOf(kind).map((channel) => ({ kind, channel })),
);

/** Undefined: the key of no message. */
export function messageOfKey(key: string): MessageTextId | undefined {
  return MESSAGE_TEXTS.find((message) => messageTextKey(message) === key);
}
