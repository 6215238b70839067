/** What is exported, and what is not. A table in neither list fails a test. */

export type ExportedTable = {
  name: string;
  /** Columns that grant access, or that only the program can read. */
  without: readonly string[];
  /** Which rows to export; our own SQL. */
  where?: string;
};

const WHOLE = [
  'audit_log',
  'books_checks',
  'cook_ticks',
  'deliveries',
  'delivery_events',
  'delivery_slots',
  'disputes',
  'ledger_entries',
  'meal_choices',
  'meals',
  'message_texts',
  'order_items',
  'pack_checks',
  'pack_claims',
  'pack_ticks',
  'payments',
  'people',
  'recipe_alerts',
  'printed_documents',
  'reconcile_runs',
  'refunds',
  'runs',
  'slot_holds',
  'temperature_readings',
  'text_refusals',
  'waitlist_entries',
] as const;

export const EXPORTED_TABLES: readonly ExportedTable[] = [
  ...WHOLE.map((name) => ({ name, without: [] })),
  { name: 'checkouts', without: ['client_secret', 'tracking_token_hash'] },
  // An event contains its payment's client secret.
  { name: 'gateway_events', without: ['payload'] },
  // Gone after a month.
  { name: 'delivery_photos', without: ['bytes'] },
  // The pictures are exported as files.
  { name: 'meal_images', without: ['bytes'] },
  // Emails and texts contain the customer's tracking link, invitations their one-time link.
  { name: 'messages', without: ['facts', 'mail', 'text_message', 'link_hash'] },
  // The search text, derived from the other columns.
  { name: 'orders', without: ['search_text'] },
  { name: 'settings', without: [], where: `key = 'business'` },
  { name: 'staff', without: [] },
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Sign-in secrets, and counters that mean nothing elsewhere. `order_tallies` only sums up `orders`. */
export const KEPT_TABLES = [
  'order_tallies',
  'staff_accounts',
  'staff_links',
  'staff_passkeys',
  'staff_sessions',
  'staff_two_factors',
  'staff_verifications',
  'throttle_counters',
] as const;
