/** "What we keep" in docs/security.md against the database: nobody's data is kept without a line that says so. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const DUE = 'tries next_try_at';

/** Columns that say nothing of anyone. A new column belongs here only if that is true of it. */
const OF_NOBODY: Record<string, string> = {
  api_tokens: 'id rights created_at expires_at last_used_on revoked_at',
  audit_log: 'id at action entity entity_id',
  batch_inputs: 'id batch_id goods_lot_id input_batch_id certainty',
  batches:
    'id component_id meal_id delivery_date cook_date planned_qty made_qty left_qty wasted_qty state recipe_version_id done_at created_at',
  books_checks: 'id at ok problems days not_compared open_balances',
  change_holds: 'change_id slot_id',
  change_portion_holds: 'change_id meal_day_id portions',
  checkouts: `state total_cents hold_until hold_extended by_phone purged_at created_at ${DUE}`,
  deliveries:
    'id order_id date time_slot status status_at flag flag_seen_at stop near_stop attempt version takes_place made_on settled_at',
  customer_merges: 'merged_at',
  customer_notes: 'id order_id created_at',
  components:
    'id name base_unit grams_per_litre pot_qty min_qty whole_pots keeps_days cook_ahead_days ready_days_before restarts_life steps version archived_at created_at',
  cook_ticks: 'id date time_slot meal_id asked count at key',
  daily_checks: 'id kind place since until',
  delivery_events:
    'id delivery_id status status_before is_decisive at received_at key change_id undoes device_id date time_slot',
  delivery_drivers: 'id delivery_id at',
  delivery_photos: 'event_id created_at',
  delivery_slots: 'id date time_slot max_deliveries held booked is_active',
  incident_rows: `id incident_id order_id delivery_id time_slot stop choice to_date to_time_slot state code refund_cents is_told done_at created_at ${DUE}`,
  incidents: 'id date time_slots cause same_bag notify change_id created_at settled_at',
  disputes: 'id order_id amount_cents reason status due_by created_at updated_at',
  driver_notices: 'id delivery_id kind at shown_at read_at',
  food_safety_supervisors: 'id certified_on at',
  gateway_events: `id type state received_at finished_at ${DUE}`,
  goods_lots:
    'id ingredient_id supplier_id supplier_lot use_by received_at qty temp_tenths stored_as accepted note used_up_at key',
  ingredients:
    'id name base_unit grams_per_litre grams_per_100_pieces loss_bp store_area is_bought stock_kept label_name label_parts contains may_contain checked_at kilojoules protein_grams fat_grams saturated_fat_grams carbs_grams sugars_grams sodium_mg nutrient_source nutrient_key version archived_at created_at',
  ledger_entries: 'id order_id kind amount_cents gateway_id created_at',
  logos: 'hash bytes created_at',
  meal_choices:
    'id order_id delivery_id date time_slot meal_id meal_name option_ids until created_at settled_at settled_how chosen_meal_id chosen_name refund_cents',
  meal_days: 'id meal_id date scope portions held booked kept',
  meal_ratings: 'id order_id meal_id stars delivered_on created_at changed_at hidden_at',
  meal_recipes: 'meal_id basis packaging_cents steps allergen_reasons version created_at',
  meal_images: 'hash width format bytes created_at',
  meals:
    'id slug name description image_url calories protein_grams carbs_grams fat_grams saturated_fat_grams sugars_grams sodium_mg serving_grams price_cents meal_type is_active prep_minutes ingredients allergens dietary_tags shelf_life_days freezable storage_text heating_text core_celsius available_from available_to archived_at version created_at',
  menu_entries: 'week_start meal_id days position',
  menu_weeks: 'week_start state publish_at version saved_at',
  message_texts: 'kind channel subject text version changed_at',
  missed_choices:
    'id order_id delivery_id attempt offered until created_at chosen chosen_at to_date to_time_slot refund_cents',
  messages: `id kind channel dedupe_key order_id delivery_id waitlist_entry_id text_sid refused_attempt state created_at sent_at ${DUE}`,
  order_items:
    'id order_id delivery_id person_id meal_id meal meal_date meal_type price_cents helping cooked_for takes_portion',
  order_reminders: 'created_at',
  order_tallies: 'id status change',
  order_changes: `id order_id state changed_by what from_version total_cents paid_cents refund_cents top_up_id settled_at created_at ${DUE}`,
  orders:
    'id status pending_reason delivery_preference delivery_type subtotal_cents delivery_fee_cents tax_cents total_cents offers version erased_at created_at',
  pack_checks: 'id delivery_id person_id reopened at',
  pack_claims: 'delivery_id until',
  pack_ticks: 'id delivery_id item_id meal_id person_id state reason at device_id key',
  payments: 'checkout_id top_up_id order_id amount_cents currency livemode created_at',
  people: 'id order_id position',
  portion_holds: 'checkout_id meal_day_id portions',
  problem_photos: 'id order_id problem_id created_at',
  problems:
    'id order_id item_ids kind is_urgent created_at due_at decision decided_at decided_item_ids refund_id refund_cents to_date to_time_slot',
  phone_orders:
    'checkout_id send_by sends remind_at reminded_at cancelled_at tells_cancelled seen_at created_at',
  printed_documents: 'id kind format date time_slot amends version printed_at',
  recipe_alerts:
    'id order_id delivery_id meal_id meal_version kind before created_at settled_at settled_how',
  recipe_lines: 'id component_id meal_id ingredient_id uses_component_id qty loss_bp position',
  recipe_versions: 'id component_id meal_id version body at',
  rating_refusals: 'created_at',
  recall_runs: 'id goods_lot_id is_drill at took_ms deliveries portions',
  reconcile_runs: 'id kind at seen fixed alarms',
  refunds: `id order_id amount_cents item_ids fee_item_ids waived_cents state idem_key gateway_id failure_reason handled_at created_at updated_at ${DUE}`,
  runs: 'date time_slot version is_arranged fixed_at',
  settings: 'key value updated_at',
  settings_versions: 'version facts changed_at',
  shopping_orders: 'id supplier_id arrives number from_date to_date lines way note sent_at',
  signed_out_phones: 'user_id at',
  slot_bells: 'id slot_id state held_until checkout_id created_at',
  slot_holds: 'checkout_id slot_id',
  staff: 'id is_active email_verified two_factor_enabled created_at updated_at',
  staff_accounts:
    'id provider_id user_id access_token_expires_at refresh_token_expires_at scope created_at updated_at',
  staff_links: 'purpose drops_second_factor expires_at created_at',
  staff_passkeys: 'id user_id counter backed_up created_at',
  staff_sessions: 'id user_id expires_at last_used_at confirmed_at created_at updated_at',
  staff_two_factors: 'id user_id verified failed_verification_count locked_until',
  staff_verifications: 'id expires_at created_at updated_at',
  temperature_readings:
    'id kind meal_id meal_name place goods_lot_id batch_id note date time_slot tenths at recorded_at probe limit pass action action_at corrects is_withdrawn start_id since_at key',
  stock_movements: 'id ingredient_id goods_lot_id qty kind batch_id reason at',
  supplier_packs:
    'id supplier_id ingredient_id code name qty price_cents step min_packs keeps_days is_preferred',
  suppliers: 'id delivery_weekdays version archived_at created_at',
  text_refusals: 'reason at',
  throttle_counters: 'count ends_at',
  top_ups: `id order_id amount_cents order_version state open_until created_at ${DUE}`,
  waitlist_entries: 'id created_at',
  waitlist_wave_people: 'wave_id',
  waitlist_waves: 'id key suburbs created_at stopped_at',
  webhook_attempts: 'id message_id at status ms error',
  webhook_messages: `id webhook_id key type state created_at ${DUE}`,
  webhooks: 'id events old_secret_until is_active off_reason failing_since created_at',
};

const root = path.dirname(path.dirname(import.meta.dirname));

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.remove();
});

/** `table.column`, from the section's rows: the table in the first cell, its columns in the second. */
function documentedColumns(): string[] {
  const text = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');
  const [, section = ''] = text.split('\n## What we keep\n');
  const [rows = ''] = section.split('\n## ');
  return rows.split('\n').flatMap((row) => {
    const [, table = '', columns = '', howLong = '', erased = ''] = row.split('|');
    const name = /^ `([a-z_]+)` $/.exec(table)?.[1];
    if (name === undefined) return [];
    expect([name, howLong.trim() !== '', erased.trim() !== '']).toEqual([name, true, true]);
    return [...columns.matchAll(/`([a-z_0-9]+)`/g)].map(([, column]) => `${name}.${column}`);
  });
}

async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Columns that nothing accounts for, and lines that account for a column twice or for none. */
async function findUnaccounted(): Promise<string[]> {
  const ofNobody = Object.entries(OF_NOBODY).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
  const named = [...documentedColumns(), ...ofNobody];
  const known = await columnsOfDatabase();
  return [
    ...known.filter((column) => !named.includes(column)),
    ...named.filter((column, at) => !known.includes(column) || named.indexOf(column) !== at),
  ];
}

test('docs/security.md names every column that holds a person, how long it stays, and what erasing does', async () => {
  expect(documentedColumns()).toContain('orders.special_instructions');
  expect(await findUnaccounted()).toEqual([]);
});

test('a new column, and a new table, need a line', async () => {
  await client.query('alter table orders add column birthday date');
  await client.query('create table ratings (order_id integer, words text)');
  expect(await findUnaccounted()).toEqual(['orders.birthday', 'ratings.order_id', 'ratings.words']);
});
