/** Accounts, sessions, tokens and webhooks. */
import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import {
  apiTokens,
  webhookEndpoints,
  webhookMessages,
  webhookAttempts,
} from '#areas/staff/server/tables/webhooks.ts';
import {
  foodHandlers,
  signedOutPhones,
  staffAccounts,
  staffSessions,
  staffTwoFactors,
  staffVerifications,
  staffPasskeys,
  staffLinks,
} from '#areas/staff/server/tables/staff.ts';

export const staffTables: readonly KeptTable[] = [
  keep(staff, {
    class: 'set-up',
    nobody: 'id is_active email_verified two_factor_enabled created_at updated_at',
    staff: 'email first_name last_name name role image',
    days: 'always: the audit trail refers to it',
  }),
  keep(apiTokens, {
    class: 'set-up',
    nobody: 'id rights created_at expires_at last_used_on revoked_at',
    staff: 'staff_id name token_hash last_four',
    days: '90 days after it expired or was revoked',
    export: { without: ['token_hash'] },
  }),
  keep(foodHandlers, {
    class: 'set-up',
    nobody: 'id staff_id basis what done_on ends at',
    staff: 'name by',
    days: 'always: an inspector asks for it',
  }),
  keep(signedOutPhones, {
    class: 'set-up',
    nobody: 'user_id at',
    staff: 'token_hash',
    days: '30 days (`areas/staff/server/manage-tokens.ts`)',
    export: null,
  }),
  keep(staffAccounts, {
    class: 'set-up',
    nobody:
      'id provider_id user_id access_token_expires_at refresh_token_expires_at scope created_at updated_at',
    staff: 'account_id password access_token refresh_token id_token',
    days: 'while the account exists',
    export: null,
  }),
  keep(staffLinks, {
    class: 'set-up',
    nobody: 'purpose drops_second_factor expires_at created_at',
    staff: 'token_hash email role',
    days: 'until used or expired',
    export: null,
    isBackedUp: false,
  }),
  keep(staffPasskeys, {
    class: 'set-up',
    nobody: 'id user_id counter backed_up created_at',
    staff: 'name public_key credential_id device_type transports aaguid',
    days: 'until removed by their owner',
    export: null,
  }),
  keep(staffSessions, {
    class: 'set-up',
    nobody: 'id user_id expires_at last_used_at confirmed_at created_at updated_at',
    staff: 'token ip_address user_agent',
    days: 'until they end',
    export: null,
    isBackedUp: false,
  }),
  keep(staffTwoFactors, {
    class: 'set-up',
    nobody: 'id user_id verified failed_verification_count locked_until',
    staff: 'secret backup_codes',
    days: 'until turned off',
    export: null,
  }),
  keep(staffVerifications, {
    class: 'set-up',
    nobody: 'id expires_at created_at updated_at',
    staff: 'identifier value',
    days: 'minutes',
    export: null,
    isBackedUp: false,
  }),
  keep(webhookEndpoints, {
    class: 'set-up',
    nobody: 'id events old_secret_until is_active off_reason failing_since created_at',
    staff: 'url secret old_secret',
    days: 'until deleted by an owner',
    export: { without: ['secret', 'old_secret', 'old_secret_until'] },
  }),
  keep(webhookMessages, {
    class: 'trade',
    nobody: 'id webhook_id key type state created_at tries next_try_at',
    customer: 'body',
    days: '30 days (`areas/staff/server/webhook-log.ts`)',
    export: { without: ['body'] },
    erased: 'stays: order number, status and amounts, no name or address',
    erase: null,
    file: 'no: it repeats its order',
  }),
  keep(webhookAttempts, {
    class: 'trade',
    nobody: 'id message_id at status ms error',
    customer: 'answer',
    days: 'with its message',
    export: { without: ['answer'] },
    erased: 'stays: what the other program answered, 1 kB at most',
    erase: null,
    file: 'no: nothing of theirs',
  }),
];
