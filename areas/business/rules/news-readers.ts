/**
 * Who gets the messages about the delivery. What costs money is asked of the payer alone. Joined with what checks a
 * recipient, that would be in the first load of /order.
 */
export const NEWS_READERS = ['payer', 'recipient', 'both'] as const;
export type NewsReader = (typeof NEWS_READERS)[number];
