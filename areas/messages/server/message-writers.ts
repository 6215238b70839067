/** Who writes which kind of message: the area that knows what it tells of. */
import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { MESSAGE_KINDS, type MessageKind } from '#areas/messages/rules/messages.ts';
import type {
  EmailAttachment,
  MessageRow,
  WrittenText,
} from '#areas/messages/server/tables/messages.ts';
import type { Context } from '#platform/server/context.ts';

export type EmailContent = {
  subject: string;
  page: ReactElement;
  headers?: Record<string, string>;
  attachments?: EmailAttachment[];
};

/** Each returns null for a message that should no longer be sent. */
export type MessageWriter = {
  email(
    context: Context,
    message: MessageRow,
    business: BusinessFacts,
    tone: Tone,
  ): Promise<EmailContent | null>;
  /** For kinds whose text is not in the table of delivery messages. */
  text?(
    context: Context,
    message: MessageRow,
    business: BusinessFacts,
  ): Promise<Pick<WrittenText, 'body' | 'validSeconds'> | null>;
};

/** Loaded when the first of its messages is written: the server starts sooner. */
export type MessageKinds = {
  kinds: readonly MessageKind[];
  load: () => Promise<MessageWriter>;
};

export type MessageWriters = ReadonlyMap<MessageKind, MessageKinds['load']>;

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    messages?: readonly MessageKinds[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Writes messages of all areas. */
    messageWriters: MessageWriters;
  }
}

/** @throws for a kind that nobody writes, or two areas */
export function joinMessageWriters(all: readonly MessageKinds[]): MessageWriters {
  const writers = new Map<MessageKind, MessageKinds['load']>();
  for (const { kinds, load } of all) {
    for (const kind of kinds) {
      if (writers.has(kind)) throw new Error(`Two areas write messages of the kind ${kind}`);
      writers.set(kind, load);
    }
  }
  const unwritten = MESSAGE_KINDS.filter((kind) => !writers.has(kind));
  if (unwritten.length > 0)
    throw new Error(`No area writes messages of the kinds ${unwritten.join(', ')}`);
  return writers;
}

/** @throws for a kind of another release */
export async function loadWriter(
  { messageWriters }: Pick<Context, 'messageWriters'>,
  kind: MessageKind,
): Promise<MessageWriter> {
  const load = messageWriters.get(kind);
  if (!load) throw new Error(`No area writes messages of the kind ${kind}`);
  return load();
}
