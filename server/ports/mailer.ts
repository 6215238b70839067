/** The way out for email, whoever carries it. */
import type { WrittenMail } from '#server/db/schema/operation/messages.ts';

/** What goes out: a written mail, whom to, and when it was written. */
export type OutgoingMail = WrittenMail & {
  /** Of the message in the outbox. */
  id: number;
  kind: string;
  recipient: string;
  date: Date;
};

export type Mailer = {
  /** `kept`: no mail server is set; messages are files in the data folder. */
  mode: 'smtp' | 'kept';
  /** "Name <address>"; null: the business's own. */
  from: string | null;
  /** Throws UndeliverableMail when trying again cannot help, anything else when it may. */
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** The mail server has refused this very message for good. */
export class UndeliverableMail extends Error {}
