/** A recorded change as text: the field, its old value and its new one. */
import { amountInDollars, formatDollars } from '#domain/money.ts';
import type { FieldChange } from '#web/api/portal/audit.ts';

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
  deliveryType: 'Delivery',
  deliveryFee: 'Delivery fee',
  total: 'Total',
  refund: 'Refund',
  refundCents: 'Refund',
  reason: 'Reason',
};

const AMOUNTS = new Set(['deliveryFee', 'total', 'refund']);

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
  const label = LABELS[field] ?? spaced(field);
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
  if (typeof value === 'string') return AMOUNTS.has(field) ? amountInDollars(value) : value;
  return JSON.stringify(value);
}

/** "pendingReason" -> "Pending reason". */
function spaced(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ACTIONS: Record<string, string> = {
  'order.edit': 'Edited',
  'order.set_status': 'Status changed',
  'order.cancel': 'Cancelled',
  'order.refund': 'Refund requested',
  'order.customer_edit': 'Edited',
  'order.customer_cancel': 'Cancelled',
  'order.erase_customer': 'Customer erased',
};

/** "order.set_status" -> "Status changed". */
export function formatAction(action: string): string {
  return ACTIONS[action] ?? spaced(action.slice(action.indexOf('.') + 1).replaceAll('_', ' '));
}
