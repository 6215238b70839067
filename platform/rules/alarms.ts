/** What a person must be alerted to, by the id used in the log, /metrics, Today and docs/operations.md. */

export type AlarmFacts = {
  title: string;
  /** One sentence for the person on duty; docs/operations.md says more under the same id. */
  whatToDo: string;
};

/** Conditions found by checking books and machine: rows of Today and in /metrics for as long as they last. */
export const ALARMS = {
  books: {
    title: 'The books don’t balance',
    whatToDo: 'Run npm run doctor -- --ledger and look up the rule it names.',
  },
  books_check_old: {
    title: 'The nightly check of the books has not run',
    whatToDo: 'Check that jobs are running, then run npm run doctor -- --ledger.',
  },
  places_apart: {
    title: 'Held places don’t match the holds',
    whatToDo: 'Run npm run doctor -- --ledger to see which delivery slot is affected.',
  },
  undecided_order: {
    title: 'Paid orders need a decision',
    whatToDo: 'Open Payments and keep or refund each order.',
  },
  recipe_alerts: {
    title: 'A changed recipe concerns people who have paid',
    whatToDo:
      'Open Food Safety, Food to settle, and settle each person. Meals on hold stay in the kitchen.',
  },
  menu_missing: {
    title: 'Next week has no menu',
    whatToDo:
      'Open Weekly Meals, Menu by week, and publish it. Without a menu, every meal that is switched on is offered.',
  },
  problem_urgent: {
    title: 'A customer reports a dangerous problem',
    whatToDo: 'Open Problems and call the customer now. Check who else has the same meal.',
  },
  problem_late: {
    title: 'Problems are past the time we promised',
    whatToDo: 'Open Problems and decide each: refund, bring again or answer.',
  },
  deliveries_open: {
    title: 'Deliveries have no ending',
    whatToDo: 'Open Today, ask the person who drove, and enter for each whether it was delivered.',
  },
  refund_failed: {
    title: 'Refunds have failed',
    whatToDo: 'Open Payments. Send each refund again, or pay another way and record how.',
  },
  unmatched_event: {
    title: 'Payments we can’t match to an order',
    whatToDo:
      'Open Payments and try each event again. Any that remain are payments from elsewhere on this account.',
  },
  dispute: {
    title: 'Customers are disputing payments',
    whatToDo: 'Respond at the card provider before the due date. Payments lists each one.',
  },
  reconcile: {
    title: 'The card provider has payments we can’t explain',
    whatToDo: 'Run npm run reconcile and follow the advice it prints for each payment.',
  },
  webhook_late: {
    title: 'Card provider events are arriving late',
    whatToDo:
      'Check at the card provider that it reaches our webhook. Orders still arrive through the check every minute.',
  },
  cards_refused: {
    title: 'The card provider no longer accepts your keys',
    whatToDo: 'Nobody can order. Open Settings, Going live, and enter new card keys.',
  },
  keys_locked: {
    title: 'The saved keys can’t be opened on this machine',
    whatToDo:
      'Restore recovery.key from the recovery sheet, or enter the keys again in Going live.',
  },
  launch_barred: {
    title: 'Something keeps the kitchen from opening',
    whatToDo: 'Open Settings, Going live: what is in the way stands on top.',
  },
  certificate_ends: {
    title: 'The certificate of the public address ends soon',
    whatToDo: 'Check that the proxy in front of the app renews it. Without it, nobody can order.',
  },
  checkout_stuck: {
    title: 'Expired checkouts still hold places',
    whatToDo: 'Check that this machine can reach the card provider and that jobs are running.',
  },
  capture_open: {
    title: 'Approved payments have not been taken',
    whatToDo:
      'Check that this machine can reach the card provider. Their orders stand; each is taken, or cancelled and told, as soon as it answers.',
  },
  mail_stuck: {
    title: 'Emails aren’t being sent',
    whatToDo: 'Open Messages and the list Waiting: each email shows the mail server’s reply.',
  },
  mail_failed: {
    title: 'Emails failed after every attempt',
    whatToDo: 'Open Messages and the list Failed: fix the address or the server, then send again.',
  },
  webhook_off: {
    title: 'A webhook was switched off',
    whatToDo: 'Open Settings, API, look at its log, and switch it on again or delete it.',
  },
  jobs_failing: {
    title: 'Jobs are failing',
    whatToDo: 'Find the job below; its error is in the log.',
  },
  jobs_stopped: {
    title: 'Jobs aren’t running',
    whatToDo: 'Restart the app. If this alarm stays, look for “due work” in the log.',
  },
  backup_old: {
    title: 'There is no recent backup',
    whatToDo: 'Press Back up now on System, and see there whether automatic backups are on.',
  },
  rehearsal_failed: {
    title: 'The last backup couldn’t be restored',
    whatToDo:
      'Press Back up now on System: it is tried again each night. If it fails again, ask the person who looks after the installation.',
  },
  disk_low: {
    title: 'The disk is almost full',
    whatToDo: 'Delete old copies and logs, but nothing in DATA_DIR/postgres, or get a larger disk.',
  },
  settings_wrong: {
    title: 'The settings in the database are wrong',
    whatToDo: 'The last good settings are in force. Open Settings, correct what it shows and save.',
  },
  holidays_missing: {
    title: 'Next year’s public holidays aren’t known',
    whatToDo: 'Upgrade to a newer version. Until then, add the days that you close by hand.',
  },
  migrations_behind: {
    title: 'The database needs an upgrade',
    whatToDo: 'Restart the app: it upgrades the database.',
  },
  sign_in_guessed: {
    title: 'Someone is guessing staff passwords',
    whatToDo: 'Guesses are slowed automatically. Make sure everyone uses two-step sign-in.',
  },
} as const satisfies Record<string, AlarmFacts>;

export type AlarmId = keyof typeof ALARMS;

export const ALARM_IDS = Object.keys(ALARMS) as AlarmId[];

/** Single events that only the log shows, as `"alarm":"…"` in its line. */
export const LOGGED_ALARMS = [
  'second_payment',
  'approval_differs',
  'webhook_signature',
  'payment_mode',
  'disk_full',
] as const;
