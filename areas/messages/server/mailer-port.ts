/** The way out for email, whoever carries it. */
import type { WrittenEmail } from '#areas/messages/server/tables/messages.ts';

/** An outgoing email: the written text, its recipient and when it was written. */
export type OutgoingEmail = WrittenEmail & {
  /** The message's id in the outbox. */
  id: number;
  kind: string;
  recipient: string;
  date: Date;
};

export type Mailer = {
  /** `kept`: no mail server is set, so emails are saved as files in the data folder. */
  mode: 'smtp' | 'kept';
  /** "Name <address>"; null: the business's own address. */
  from: string | null;
  /** Throws UndeliverableEmail when another attempt cannot succeed, anything else when it may. */
  deliver(email: OutgoingEmail): Promise<void>;
  /** Deletes the files of these emails, saved while no mail server was set. */
  discard(emails: readonly Pick<OutgoingEmail, 'id' | 'kind'>[]): Promise<void>;
  close(): void;
};

/** The mail server has permanently refused this message. */
export class UndeliverableEmail extends Error {}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Delivers email: to a mail server, or into the data folder. */
    mailer: Mailer;
  }
}
