/** What the audit trail knows: entity and verb, as they are stored, and as people read them. */
import { fieldWords } from './describe-change.ts';

/** What a change can apply to, with its name on screen. */
export const AUDITED_NAMES = {
  meal: 'Meal',
  ingredient: 'Ingredient',
  component: 'Component',
  recipe: 'Recipe',
  order: 'Order',
  delivery_slot: 'Delivery slot',
  run: 'Deliveries',
  waitlist_entry: 'Waitlist entry',
  waitlist_wave: 'Waitlist invitations',
  staff: 'Staff',
  message: 'Email or text',
  message_text: 'Text of messages',
  customer: 'Customer',
  settings: 'Settings',
  system: 'System',
} as const;

/** Every action that is recorded; a test compares it with the code. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'meal.create': 'Created',
  'meal.duplicate': 'Copied from another meal',
  'meal.update': 'Changed',
  'meal.archive': 'Deleted',
  'meal.restore': 'Restored',
  'meal.recipe_alerts': 'Orders checked against the new recipe',
  'meal.run_out': 'Ran out',
  'ingredient.create': 'Created',
  'ingredient.update': 'Changed',
  'ingredient.archive': 'Deleted',
  'ingredient.replace': 'Replaced everywhere',
  'component.create': 'Created',
  'component.update': 'Changed',
  'component.archive': 'Deleted',
  'recipe.create': 'Created',
  'recipe.update': 'Changed',
  'order.edit': 'Edited',
  'order.set_status': 'Status changed',
  'order.set_status_of_many': 'Status of several orders changed',
  'order.cancel': 'Cancelled',
  'order.cancel_rebuilt': 'Cancelled after a rebuild',
  'order.refund': 'Refund requested',
  'order.refund_again': 'Refund requested again',
  'order.refund_by_time': 'Refunded because the time ran out',
  'order.refund_delivery': 'Delivery refunded',
  'order.refund_handled': 'Failed refund marked as handled',
  'order.ask_payment': 'Payment link sent',
  'order.top_up': 'Balance paid',
  'order.move_delivery': 'Delivery moved',
  'order.follow_deliveries': 'Status follows its deliveries',
  'order.flag_seen': 'Report seen',
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
  'message_text.update': 'Changed',
  'message_text.reset': 'Set back to the original',
  'customer.download': 'Data downloaded',
  'customer.erase': 'Erased',
  'customer.add_note': 'Note added',
  'customer.delete_note': 'Note deleted',
  'customer.merge': 'Merged with another customer',
  'customer.export': 'Customers downloaded as CSV',
  'settings.update': 'Changed',
  'settings.first_hour': 'Step of the first hour answered',
  'system.backup': 'Backup made',
  'system.export': 'Everything exported',
  'system.export_audit': 'Audit trail downloaded as CSV',
  'system.add_webhook': 'Webhook added',
  'system.change_webhook': 'Webhook changed',
  'system.delete_webhook': 'Webhook deleted',
  'system.rotate_webhook_secret': 'New webhook secret',
  'system.rotate_secret': 'Secret replaced',
};

/** "order.set_status" -> "Status changed". */
export function auditActionText(action: string): string {
  return (
    AUDIT_ACTIONS[action] ?? fieldWords(action.slice(action.indexOf('.') + 1).replaceAll('_', ' '))
  );
}

type ChangedBy = { staffEmail: string | null; tokenName: string | null; action: string };

/** Who made a change; with an API token, which one. */
export function changedByText({ staffEmail, tokenName, action }: ChangedBy): string {
  if (staffEmail === null) return nobodyText(action);
  return tokenName === null ? staffEmail : `token ${tokenName} of ${staffEmail}`;
}

/** Who made a change of which no staff member is recorded. */
function nobodyText(action: string): string {
  return /^order\.(?:customer_|choose_)/.test(action) ? 'the customer' : 'the system';
}
