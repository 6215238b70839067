/** A recorded change as text: the field, its old value and its new one. */
import { formatDate, isPlainDate } from '#platform/rules/plain-date.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';

export type FieldChange = { field: string; before: unknown; after: unknown };

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
  if (typeof value === 'string') return textOf(field, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => valueText('', each)).join('; ');
  return Object.entries(value)
    .map(([name, each]) => `${fieldWords(name)} ${valueText(name, each)}`)
    .join(', ');
}

function textOf(field: string, value: string): string {
  if (AMOUNTS.has(field)) return amountInDollars(value);
  if (isPlainDate(value)) return formatDate(value);
  if (field === 'way') return SIGN_IN_WAYS[value] ?? value;
  return CODE_NAME.test(value) ? fieldWords(value) : value;
}

/** "pendingReason" -> "Pending reason". */
export function fieldWords(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
