/**
 * A reminder that could not be sent for so long is dropped, so that none comes after the week has closed. By itself: the order
 * page says when it comes, and needs nothing else of messages.
 */
export const REMINDER_KEEPS_MS = 6 * 60 * 60_000;
