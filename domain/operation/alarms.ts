/** What a person has to be told of, by the id that the log, /metrics, the System page and docs/operations.md share. */

export type AlarmFacts = {
  title: string;
  /** One sentence for whoever is on duty; docs/operations.md says more under the same id. */
  whatToDo: string;
};

/** Seen by looking at the books and the machine: on the System page and in /metrics for as long as they last. */
export const ALARMS = {
  books: {
    title: 'The books are not in order',
    whatToDo: 'Run npm run doctor -- --ledger and look up the rule it names.',
  },
  books_check_old: {
    title: 'The nightly check of the books has not run',
    whatToDo: 'See whether jobs run; then run npm run doctor -- --ledger by hand.',
  },
  places_apart: {
    title: 'Held places and holds do not agree',
    whatToDo: 'Run npm run doctor -- --ledger: it says which delivery slot.',
  },
  undecided_order: {
    title: 'Paid orders wait for a decision',
    whatToDo: 'Open Payments and keep each order or give it back.',
  },
  refund_failed: {
    title: 'Refunds have failed',
    whatToDo: 'Open Payments: try each again, or pay it back another way and say so there.',
  },
  unmatched_event: {
    title: 'Payments that we cannot place',
    whatToDo:
      'Open Payments and try each again; what stays is a payment from elsewhere on this account.',
  },
  dispute: {
    title: 'Customers dispute payments',
    whatToDo: 'Open Payments for the due dates; answer them at the card provider before.',
  },
  reconcile: {
    title: 'The card provider knows payments that we cannot explain',
    whatToDo: 'Run npm run reconcile and follow what it prints for each payment.',
  },
  webhook_late: {
    title: 'Events of the card provider arrive late',
    whatToDo:
      'See at the card provider whether the webhook is reached; orders still arrive by the minute check.',
  },
  checkout_stuck: {
    title: 'Checkouts are past their time and still hold places',
    whatToDo:
      'See whether the card provider can be reached from this machine and whether jobs run.',
  },
  mail_stuck: {
    title: 'Mail does not go out',
    whatToDo: 'Open Mail, tab Waiting: the mail server’s answer stands beside each message.',
  },
  mail_failed: {
    title: 'Mail was given up',
    whatToDo: 'Open Mail, tab Failed: mend the address or the server, then send again.',
  },
  jobs_failing: {
    title: 'Jobs fail',
    whatToDo: 'Look up the job below; its error stands in the log.',
  },
  jobs_stopped: {
    title: 'Jobs do not run',
    whatToDo: 'Restart the app. If it stays, look for “worker” in the log.',
  },
  backup_old: {
    title: 'There is no recent backup',
    whatToDo: 'Press Back up now, set BACKUP_HOUR, and copy the files to another machine.',
  },
  migrations_behind: {
    title: 'The database is of an older version',
    whatToDo: 'Restart the app: it brings the database up to its version.',
  },
  sign_in_guessed: {
    title: 'Somebody guesses passwords of staff',
    whatToDo: 'Guessing is slowed down by itself; see that everybody uses a second factor.',
  },
} as const satisfies Record<string, AlarmFacts>;

export type AlarmId = keyof typeof ALARMS;

export const ALARM_IDS = Object.keys(ALARMS) as AlarmId[];

/** Moments that only the log can tell of, as `"alarm":"…"` in its line. */
export const LOGGED_ALARMS = ['second_payment', 'webhook_signature', 'payment_mode'] as const;
