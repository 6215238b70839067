/** What the audit trail knows: entity and verb, as they are stored, and as people read them. */
import { formatDate, isPlainDate } from '#platform/rules/plain-date.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';

/** What a change can apply to, with its name on screen. */
export const AUDITED_NAMES = {
  meal: 'Meal',
  ingredient: 'Ingredient',
  component: 'Component',
  recipe: 'Recipe',
  supplier: 'Supplier',
  menu_week: 'Menu of a week',
  order: 'Order',
  phone_order: 'Phone order',
  delivery_slot: 'Delivery slot',
  run: 'Deliveries',
  waitlist_entry: 'Waitlist entry',
  waitlist_wave: 'Waitlist invitations',
  staff: 'Staff',
  message: 'Email or text',
  text: 'Text of a page or message',
  customer: 'Customer',
  settings: 'Settings',
  import: 'Import',
  system: 'System',
} as const;

/** Every action that is recorded; a test compares it with the code. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'meal.create': 'Created',
  'meal.import': 'Imported',
  'meal.duplicate': 'Copied from another meal',
  'meal.update': 'Changed',
  'meal.archive': 'Deleted',
  'meal.restore': 'Restored',
  'meal.at_odds': 'Not on the menu: what is said of it does not agree',
  'meal.recipe_alerts': 'Orders checked against the new recipe',
  'meal.run_out': 'Ran out',
  'ingredient.create': 'Created',
  'ingredient.update': 'Changed',
  'ingredient.archive': 'Deleted',
  'ingredient.replace': 'Replaced everywhere',
  'component.create': 'Created',
  'component.update': 'Changed',
  'component.replace': 'Replaced everywhere',
  'component.archive': 'Deleted',
  'component.restore': 'Restored',
  'component.move_cooking': 'Cooking moved to another day',
  'component.release_cooking': 'Cooking left to the plan again',
  'component.make': 'Batch made',
  'component.correct_batch': 'Batch corrected',
  'component.undo_batch': 'Batch undone',
  'recipe.create': 'Created',
  'recipe.update': 'Changed',
  'recipe.remove': 'Taken away',
  'ingredient.count_stock': 'Stock counted',
  'ingredient.waste_stock': 'Thrown away',
  'supplier.create': 'Created',
  'supplier.update': 'Changed',
  'supplier.archive': 'Deleted',
  'supplier.add_pack': 'Pack added',
  'supplier.change_pack': 'Pack changed',
  'supplier.remove_pack': 'Pack deleted',
  'supplier.order': 'Ordered',
  'meal.limits': 'Portions limited',
  'menu_week.save': 'Saved',
  'menu_week.delete': 'Taken away',
  'menu_week.rotate': 'Copied to later weeks',
  'order.edit': 'Edited',
  'order.set_status': 'Status changed',
  'order.set_status_of_many': 'Status of several orders changed',
  'order.cancel': 'Cancelled',
  'order.cancel_rebuilt': 'Cancelled after a rebuild',
  'order.refund': 'Refund requested',
  'order.refund_again': 'Refund requested again',
  'order.payment_fell_through': 'Cancelled because the approved payment could not be taken',
  'order.refund_by_time': 'Refunded because the time ran out',
  'order.refund_delivery': 'Delivery refunded',
  'order.refund_handled': 'Failed refund marked as handled',
  'order.ask_payment': 'Payment link sent',
  'order.top_up': 'Balance paid',
  'order.move_delivery': 'Delivery moved',
  'order.follow_deliveries': 'Status follows its deliveries',
  'order.flag_seen': 'Report seen',
  'order.food_call': 'Called about food on hold',
  'order.recipe_agreed': 'Customer agreed to the new recipe',
  'order.customer_edit': 'Edited',
  'order.customer_cancel': 'Cancelled',
  'order.customer_choice': 'Customer chose another meal',
  'order.default_choice': 'Meal chosen automatically',
  'order.choose_after_missed': 'Customer chose after a missed delivery',
  'order.customer_problem': 'Problem reported',
  'order.decide_problem': 'Problem decided',
  'order.hide_rating': 'Comment on a meal hidden',
  'order.show_rating': 'Comment on a meal shown again',
  'order.message': 'Message written to the customer',
  'order.message_many': 'Message written to several customers',
  'order.note': 'Note added',
  'order.pin_note': 'Note pinned',
  'order.unpin_note': 'Note unpinned',
  'order.export': 'Orders downloaded as CSV',
  'order.erase_customer': 'Customer erased',
  'phone_order.take': 'Taken on the phone',
  'phone_order.send': 'Pay link sent again',
  'phone_order.cancel': 'Phone order cancelled',
  'phone_order.see': 'Unpaid phone order seen',
  'delivery_slot.create': 'Created',
  'delivery_slot.update': 'Changed',
  'run.arrange': 'Sequence changed',
  'run.assign_drivers': 'Drivers assigned',
  'run.hand_over': 'Handed over to another driver',
  'run.move_deliveries': 'Moved',
  'run.refund_deliveries': 'Refunded',
  'run.close_window': 'Window closed',
  'run.retry_window': 'Closed window worked through again',
  'run.settle_window': 'Closed window settled with a note',
  'waitlist_entry.mark_served': 'Marked as served or not',
  'waitlist_entry.export': 'Waitlist downloaded as CSV',
  'waitlist_entry.remove': 'Removed',
  'waitlist_wave.send': 'Sent',
  'waitlist_wave.stop': 'Stopped',
  'staff.create': 'Account created',
  'staff.invite': 'Invited',
  'staff.withdraw_invite': 'Invitation withdrawn',
  'staff.training': 'Food safety training added',
  'staff.rename': 'Renamed',
  'staff.change_role': 'Role changed',
  'staff.enable': 'Account enabled',
  'staff.disable': 'Account disabled',
  'staff.sign_in': 'Signed in',
  'staff.end_sessions': 'Signed out everywhere',
  'staff.sign_out_phone': 'Phone signed out',
  'staff.make_reset_link': 'Password link made',
  'staff.reset_password': 'Password reset',
  'staff.change_password': 'Password changed',
  'staff.add_passkey': 'Passkey added',
  'staff.delete_passkey': 'Passkey deleted',
  'staff.second_factor_on': 'Two-step sign-in turned on',
  'staff.second_factor_off': 'Two-step sign-in turned off',
  'staff.make_token': 'API token made',
  'staff.revoke_token': 'API token revoked',
  'message.retry': 'Sent again after a failure',
  'message.resend': 'Sent once more',
  'text.update': 'Changed',
  'text.reset': 'Set back to the original',
  'customer.download': 'Data downloaded',
  'customer.erase': 'Erased',
  'customer.add_note': 'Note added',
  'customer.delete_note': 'Note deleted',
  'customer.merge': 'Merged with another customer',
  'customer.export': 'Customers downloaded as CSV',
  'customer.export_recall': 'Customers of a recall downloaded as CSV',
  'settings.update': 'Changed',
  'settings.food_safety': 'Daily checks and food safety supervisor changed',
  'settings.first_hour': 'Step of Going live answered',
  'settings.make_preview': 'Preview link made',
  'settings.end_preview': 'Preview link ended',
  'import.store': 'Imported',
  'import.undo': 'Undone',
  'system.remove_tests': 'Test orders removed',
  'system.backup': 'Backup made',
  'system.print_recovery_sheet': 'Recovery sheet opened',
  'system.save_recovery_sheet': 'Recovery sheet saved',
  'system.export': 'Everything exported',
  'system.export_audit': 'Audit trail downloaded as CSV',
  'system.change_connection': 'Connection changed',
  'system.delete_connection': 'Connection removed',
  'system.add_webhook': 'Webhook added',
  'system.change_webhook': 'Webhook changed',
  'system.delete_webhook': 'Webhook deleted',
  'system.rotate_webhook_secret': 'New webhook secret',
  'system.rotate_secret': 'Secret replaced',
  'system.put_off': 'Put off on Today',
  'system.wait_ended': 'Back on Today',
  'system.week_row': 'A row of the closing week was set as needed or not',
};

/** "order.set_status" -> "Status changed". */
export function auditActionText(action: string): string {
  return (
    AUDIT_ACTIONS[action] ?? fieldWords(action.slice(action.indexOf('.') + 1).replaceAll('_', ' '))
  );
}

type ChangedBy = { staffEmail: string | null; tokenName: string | null; action: string };

export function changedByText({ staffEmail, tokenName, action }: ChangedBy): string {
  if (staffEmail === null) return nobodyText(action);
  return tokenName === null ? staffEmail : `token ${tokenName} of ${staffEmail}`;
}

function nobodyText(action: string): string {
  return /^order\.(?:customer_|choose_)/.test(action) ? 'the customer' : 'the system';
}

type FieldChange = { field: string; before: unknown; after: unknown };

/** The fields that differ between before and after; all of them if there was nothing before. */
export function changedFields({
  before,
  after,
}: Pick<FieldChange, 'before' | 'after'>): FieldChange[] {
  const was = asRecord(before);
  const is = asRecord(after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: was[field], after: is[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function asRecord(value: unknown): Record<string, unknown> {
  // Only objects are ever recorded; their fields differ between entities.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const LABELS: Record<string, string> = {
  status: 'Status',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  addressLine1: 'Address',
  addressLine2: 'Address line 2',
  suburb: 'Suburb',
  deliveryPreference: 'Warm or cold',
  specialInstructions: 'Instructions',
  recipient: 'For someone else',
  deliveryType: 'Delivery',
  deliveryFee: 'Delivery fee',
  total: 'Total',
  refund: 'Refund',
  refundCents: 'Refund',
  reason: 'Reason',
  subject: 'Subject',
};

/** The last step of a sign-in, by its path. */
const SIGN_IN_WAYS: Record<string, string> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'password and code',
  '/two-factor/verify-backup-code': 'password and backup code',
  '/passkey/verify-authentication': 'passkey',
  '/callback/:id': 'single sign-on',
};

const AMOUNTS = new Set(['amount', 'deliveryFee', 'total', 'refund']);
/** How code names a right: "seeOrders". */
const CODE_NAME = /^[a-z]+[A-Z][A-Za-z]*$/;

/** A line each, "Status: confirmed → cancelled"; without the version, which means nothing to people. */
export function describeChanges(changes: readonly FieldChange[]): string[] {
  return changes.filter(({ field }) => field !== 'version').flatMap(describeChange);
}

/** For a list, only what was removed and added. */
function describeChange({ field, before, after }: FieldChange): string[] {
  if (Array.isArray(before) || Array.isArray(after)) {
    const was = textsOf(before);
    const is = textsOf(after);
    return [
      ...without(was, is).map((line) => `Removed: ${line}`),
      ...without(is, was).map((line) => `Added: ${line}`),
    ];
  }
  const label = LABELS[field] ?? fieldWords(field);
  const is = valueText(field, after);
  return [
    before === undefined ? `${label}: ${is}` : `${label}: ${valueText(field, before)} → ${is}`,
  ];
}

/** A list without the lines of another, each removed once. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...lines];
  for (const line of others) {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((line) => valueText('', line)) : [];
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') return field.endsWith('Cents') ? formatDollars(value) : `${value}`;
  if (typeof value === 'string') return shownValue(field, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => valueText('', each)).join('; ');
  return Object.entries(value)
    .map(([name, each]) => `${fieldWords(name)} ${valueText(name, each)}`)
    .join(', ');
}

function shownValue(field: string, value: string): string {
  if (AMOUNTS.has(field)) return amountInDollars(value);
  if (isPlainDate(value)) return formatDate(value);
  if (field === 'way') return SIGN_IN_WAYS[value] ?? value;
  return CODE_NAME.test(value) ? fieldWords(value) : value;
}

/** "pendingReason" -> "Pending reason". */
function fieldWords(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
