/** The way out for text messages, whoever carries them. */
import type { WrittenText } from '#areas/messages/server/tables/messages.ts';

export type OutgoingText = WrittenText & {
  /** The message's id in the outbox. */
  id: number;
  kind: string;
  /** A phone number, +614 and eight digits. */
  recipient: string;
};

/** What became of a text, as the text service reports it later. */
export type TextReport = { sid: string; hasFailed: boolean; errorCode: number | null };

export type Texter = {
  /** `kept`: no text service is set, so texts are saved as files in the data folder. */
  mode: 'service' | 'kept';
  /** The number, name or messaging service that texts come from; empty: none. */
  from: string;
  /**
   * Returns the service's own name for it; null when it was kept. Throws TextRefused when the service surely did not take
   * it. After anything else it may have: there is no way to send the same text twice without two arriving.
   */
  deliver(text: OutgoingText): Promise<string | null>;
  /** The service's names for texts like this one that it has taken since then, and not failed to deliver. */
  find(text: OutgoingText, since: Date): Promise<string[]>;
  /** Null when the signature does not hold, or no service is set. */
  readReport(fields: Readonly<Record<string, string>>, signature: string): TextReport | null;
  /** Deletes the files of these texts, saved while no text service was set. */
  discard(texts: readonly Pick<OutgoingText, 'id' | 'kind'>[]): Promise<void>;
};

/** The text service answered, and did not take this text. */
export class TextRefused extends Error {
  readonly code: number | null;
  /** Another attempt may succeed. */
  readonly mayRepeat: boolean;

  constructor(message: string, code: number | null, mayRepeat: boolean) {
    super(message);
    this.code = code;
    this.mayRepeat = mayRepeat;
  }
}

/** Nobody knows whether it was sent, so it is not sent again. */
export class TextUnknown extends Error {}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Sends text messages: by a text service, or into the data folder. */
    texter: Texter;
  }
}
