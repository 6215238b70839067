/**
 * How often one address may do what costs us something. An address is often a household, an office or a whole campus,
 * so each number is what thirty people at once would need on the busiest evening, and still far below a flood.
 */
const TEN_MINUTES = 10 * 60;

export const ALLOWANCES = {
  /** Each writes a row and may send a mail. */
  waitlist: { limit: 30, windowSeconds: TEN_MINUTES },
  /** May ask a language model; a household tries every goal. */
  advice: { limit: 60, windowSeconds: TEN_MINUTES },
  /** The wizard asks at every change of a basket: thirty people with twenty changes each. */
  quote: { limit: 600, windowSeconds: TEN_MINUTES },
  /** Opens a payment and holds places. Few, since stolen cards are tried out here; thirty people with three tries each. */
  checkout: { limit: 90, windowSeconds: TEN_MINUTES },
  /** Asks the card provider: placing an order, more time to pay. Browsers try again by themselves. */
  payment: { limit: 240, windowSeconds: TEN_MINUTES },
  /** A page that is left open asks again every minute. */
  tracking: { limit: 300, windowSeconds: TEN_MINUTES },
  /** A customer changes or cancels a few times at most. */
  trackingChange: { limit: 30, windowSeconds: TEN_MINUTES },
  /** A PDF is drawn each time. */
  receipt: { limit: 30, windowSeconds: TEN_MINUTES },
  /** Staff print order by order on a busy morning; drawing keeps a processor busy. */
  documents: { limit: 300, windowSeconds: TEN_MINUTES },
} as const;

export type Allowed = keyof typeof ALLOWANCES;
