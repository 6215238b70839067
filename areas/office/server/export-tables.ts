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
  'batch_inputs',
  'batches',
  'books_checks',
  'change_holds',
  'change_portion_holds',
  'components',
  'cook_ticks',
  'customer_merges',
  'customer_notes',
  'daily_checks',
  'deliveries',
  'delivery_drivers',
  'delivery_events',
  'delivery_slots',
  'disputes',
  'driver_notices',
  'food_safety_supervisors',
  'goods_lots',
  'incident_rows',
  'incidents',
  'ingredients',
  'ledger_entries',
  'meal_choices',
  'meal_days',
  'meal_ratings',
  'meal_recipes',
  'meals',
  'menu_entries',
  'menu_weeks',
  'message_texts',
  'missed_choices',
  'order_items',
  'order_reminders',
  'pack_checks',
  'pack_claims',
  'pack_ticks',
  'payments',
  'people',
  'portion_holds',
  'problems',
  'rating_refusals',
  'recipe_alerts',
  'recipe_lines',
  'recipe_versions',
  'printed_documents',
  'recall_runs',
  'reconcile_runs',
  'refunds',
  'runs',
  'settings_versions',
  'shopping_orders',
  'slot_holds',
  'stock_movements',
  'supplier_packs',
  'suppliers',
  'temperature_readings',
  'text_refusals',
  'waitlist_entries',
  'waitlist_wave_people',
  'waitlist_waves',
] as const;

export const EXPORTED_TABLES: readonly ExportedTable[] = [
  ...WHOLE.map((name) => ({ name, without: [] })),
  { name: 'api_tokens', without: ['token_hash'] },
  { name: 'checkouts', without: ['client_secret', 'tracking_token_hash'] },
  // An event contains its payment's client secret.
  { name: 'gateway_events', without: ['payload'] },
  // Gone after a month.
  { name: 'delivery_photos', without: ['bytes'] },
  { name: 'problem_photos', without: ['bytes'] },
  // Pictures and logos are exported as files.
  { name: 'logos', without: ['bytes'] },
  { name: 'meal_images', without: ['bytes'] },
  // Emails and texts contain the customer's tracking link, invitations their one-time link.
  { name: 'messages', without: ['facts', 'mail', 'text_message', 'link_hash'] },
  // The search text, derived from the other columns, and what finds the order of the recipient's link.
  { name: 'orders', without: ['search_text', 'recipient_token_hash'] },
  // Its id and our secret make the link; who asked is exported.
  { name: 'slot_bells', without: ['network'] },
  { name: 'phone_orders', without: ['token_hash'] },
  { name: 'settings', without: [], where: `key = 'business'` },
  { name: 'staff', without: [] },
  { name: 'webhooks', without: ['secret', 'old_secret', 'old_secret_until'] },
  // Gone after a month, and orders have it all.
  { name: 'webhook_messages', without: ['body'] },
  { name: 'webhook_attempts', without: ['answer'] },
  { name: 'top_ups', without: ['client_secret'] },
  // What waits for its payment is in the order once it is paid.
  { name: 'order_changes', without: ['waiting', 'content_hash'] },
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Sign-in secrets, and counters that mean nothing elsewhere. `order_tallies` only sums up `orders`. */
export const KEPT_TABLES = [
  'order_tallies',
  'signed_out_phones',
  'staff_accounts',
  'staff_links',
  'staff_passkeys',
  'staff_sessions',
  'staff_two_factors',
  'staff_verifications',
  'throttle_counters',
] as const;
