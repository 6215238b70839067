/**
 * Rate limits for calls that cost us something. An address is often a household, an office or a whole campus, so each
 * limit covers thirty people on the busiest evening and is still far below a flood.
 */
const TEN_MINUTES = 10 * 60;

export const RATE_LIMITS = {
  /** Each writes a row and may send an email. */
  waitlist: { limit: 30, windowSeconds: TEN_MINUTES },
  /** May call a language model; a household tries every goal. */
  advice: { limit: 60, windowSeconds: TEN_MINUTES },
  /** The wizard asks for a price at every change of a basket: thirty people with twenty changes each. */
  quote: { limit: 600, windowSeconds: TEN_MINUTES },
  /**
   * Opens a payment and holds places. Few, since stolen cards are tested here; thirty people with three attempts each. A
   * bucket, so that whoever shares a network with somebody who has used it up waits seconds, and the page does by itself.
   */
  checkout: { limit: 90, refillSeconds: 7 },
  /** Asks the card provider: placing an order, extending a hold. Browsers retry automatically. */
  payment: { limit: 240, windowSeconds: TEN_MINUTES },
  /** Without a signature that holds; the card provider's own events are never limited. */
  unsignedWebhook: { limit: 60, windowSeconds: TEN_MINUTES },
  /** A page left open refreshes every minute. */
  tracking: { limit: 300, windowSeconds: TEN_MINUTES },
  /** A customer changes or cancels a few times at most. */
  trackingChange: { limit: 30, windowSeconds: TEN_MINUTES },
  /** Each may send an email; numbers are guessed here. */
  findOrder: { limit: 20, windowSeconds: TEN_MINUTES },
  /** Photos of problems: three of each, and each is decoded. */
  problemPhoto: { limit: 20, windowSeconds: TEN_MINUTES },
  /** API tokens that are wrong, expired or revoked: a program that was forgotten keeps calling. */
  wrongToken: { limit: 60, windowSeconds: TEN_MINUTES },
  /** A PDF is drawn each time. */
  receipt: { limit: 30, windowSeconds: TEN_MINUTES },
  /** Staff print order by order on a busy morning; drawing keeps a processor busy. */
  documents: { limit: 300, windowSeconds: TEN_MINUTES },
} as const;

export type Allowed = keyof typeof RATE_LIMITS;
