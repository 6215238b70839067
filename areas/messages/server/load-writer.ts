import type { MessageKind } from '#areas/messages/rules/messages.ts';
import type { MessageWriter } from '#areas/messages/server/message-writers.ts';
import type { Context } from '#platform/server/context.ts';

/** @throws for a kind of another release */
export async function loadWriter(
  { messageWriters }: Pick<Context, 'messageWriters'>,
  kind: MessageKind,
): Promise<MessageWriter> {
  const load = messageWriters.get(kind);
  if (!load) throw new Error(`No area writes messages of the kind ${kind}`);
  return load();
}
