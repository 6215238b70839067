/**
 * Mutation check, `node quality/chaos/teeth.ts [part of a name…]`: removes one guard at a time from a copy of the project and
 * requires that its scenario fails.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Tooth = {
  guard: string;
  scenario: string;
  /** Size of the short form; rare failures need more attempts. */
  scale?: number;
  /** What the scenario must report. */
  complaint: RegExp;
  /** Each text occurs once in the file; the replacement removes the guard. */
  edits: { file: string; from: string; to: string }[];
};

const PROJECT = path.dirname(path.dirname(import.meta.dirname));
const SEED = 'teeth';
const LONGEST_OUTPUT = 50_000_000;
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'test-results']);

const TEETH: readonly Tooth[] = [
  {
    guard: 'the condition in the UPDATE that takes a place',
    scenario: 'oversell',
    complaint: /orders for 20 places/,
    edits: [
      {
        file: 'server/slots/places.ts',
        from: 'sql`${deliverySlots.held} + ${deliverySlots.booked} < ${deliverySlots.maxDeliveries}`',
        to: 'sql`true`',
      },
    ],
  },
  {
    guard: 'the fixed order in which slots are taken',
    scenario: 'oversell',
    complaint: /deadlocks|replies of 500/,
    edits: [
      {
        file: 'server/slots/places.ts',
        from: 'for (const drop of drops.toSorted(compareSlotKeys)) {\n    const isTaken',
        to: 'for (const drop of drops.toSorted(() => Math.random() - 0.5)) {\n    const isTaken',
      },
    ],
  },
  {
    guard: 'that an order is made in one transaction',
    scenario: 'kill-app',
    scale: 6,
    complaint: /LOST|I2|MAIL|still open/,
    edits: [
      {
        file: 'server/settlement/settle-payment.ts',
        from: 'return context.db.transaction((tx) => settle(context, tx, intent, business));',
        to: 'return settle(context, context.db as unknown as Transaction, intent, business);',
      },
    ],
  },
  {
    guard: 'that an order is made in one transaction, at the named points',
    scenario: 'crash-points',
    scale: 9,
    complaint: /LOST|I2|MAIL|still open/,
    edits: [
      {
        file: 'server/settlement/settle-payment.ts',
        from: 'return context.db.transaction((tx) => settle(context, tx, intent, business));',
        to: 'return settle(context, context.db as unknown as Transaction, intent, business);',
      },
    ],
  },
  {
    guard: 'that a lost database is restarted',
    scenario: 'kill-database',
    complaint: /did not restart/,
    edits: [
      {
        file: 'server/db/embedded-postgres.ts',
        from: 'if (!stopped) recovery = recover();',
        to: '',
      },
    ],
  },
  {
    guard: 'the check of the card provider’s books each minute',
    scenario: 'webhooks',
    complaint: /LOST|still open/,
    edits: [
      {
        file: 'server/jobs/start-jobs.ts',
        from: "  { name: 'reconcile_young', when: EVERY_MINUTE, run: reconcileYoung },\n",
        to: '',
      },
      {
        file: 'server/jobs/start-jobs.ts',
        from: "  { name: 'reconcile_recent', when: EVERY_HOUR, run: reconcileRecent },\n",
        to: '',
      },
    ],
  },
  {
    guard: 'that the confirmation is written with the order',
    scenario: 'closed-browsers',
    complaint: /MAIL/,
    edits: [
      {
        file: 'server/settlement/settle-payment.ts',
        from: "kind: 'order_confirmation',",
        to: "kind: 'order_changed',",
      },
    ],
  },
  {
    guard: 'that the old payment is cancelled before a changed basket gets a new one',
    scenario: 'double-pay',
    complaint: /CHARGED TWICE/,
    edits: [
      {
        file: 'server/checkout/end-checkout.ts',
        from: 'const cancelled = await context.gateway.cancelIntent(intent.id);',
        to: "const cancelled = (await Promise.resolve({ outcome: 'cancelled' })) as Awaited<ReturnType<typeof context.gateway.cancelIntent>>;",
      },
    ],
  },
  {
    guard: 'that the server’s price is charged, not the submitted one',
    scenario: 'forged',
    complaint: /CHEATED/,
    edits: [
      {
        file: 'server/checkout/create-payment-intent.ts',
        from: '  if (isAgreed) return;\n',
        to: '  frozen.price.totalCents = Math.max(1, centsFromDollars(request.amount) ?? 1);\n  if (!isAgreed || isAgreed) return;\n',
      },
    ],
  },
  {
    guard: 'that refunds of one payment together never exceed it',
    scenario: 'refunds',
    complaint: /of \d+ refunded|had to refuse|I5/,
    edits: [
      {
        file: 'server/refunds/want-refund.ts',
        from: 'return sum?.cents ?? 0;',
        to: 'return (sum?.cents ?? 0) * 0;',
      },
    ],
  },
  {
    guard: 'that a failed refund is distinguished from a successful one',
    scenario: 'refunds',
    complaint: /ours succeeded|I4|failed, but/,
    edits: [
      {
        file: 'server/gateway/stripe-objects.ts',
        from: "failed: 'failed',",
        to: "failed: 'succeeded',",
      },
    ],
  },
];

const wanted = process.argv.slice(2);
const chosen = TEETH.filter(
  ({ guard, scenario }) =>
    wanted.length === 0 || wanted.some((part) => `${scenario} ${guard}`.includes(part)),
);
let blunt = 0;
for (const tooth of chosen) if (!bites(tooth)) blunt += 1;
process.exitCode = blunt === 0 ? 0 : 1;

function bites(tooth: Tooth): boolean {
  const copy = mkdtempSync(path.join(tmpdir(), 'mealrun-teeth-'));
  try {
    copyProject(copy);
    for (const edit of tooth.edits) takeOut(copy, edit);
    const command = ['quality/chaos/run.ts', tooth.scenario, '--seed', SEED];
    if (tooth.scale !== undefined) command.push('--scale', String(tooth.scale));
    const { status, stdout } = spawnSync(process.execPath, command, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: LONGEST_OUTPUT,
    });
    const complaint = stdout
      .split('\n')
      .find((line) => tooth.complaint.test(line) && line.startsWith('  - '));
    const isRed = status === 1 && complaint !== undefined;
    console.log(`${isRed ? 'red   ' : 'BLUNT '} ${tooth.scenario}, without: ${tooth.guard}`);
    console.log(isRed ? `       ${complaint.trim().slice(0, 160)}` : stdout);
    return isRed;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** With the built pages, which the app needs to start. */
function copyProject(copy: string): void {
  cpSync(PROJECT, copy, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.basename(source)),
  });
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(copy, 'node_modules'));
}

function takeOut(copy: string, { file, from, to }: Tooth['edits'][number]): void {
  const place = path.join(copy, file);
  const text = readFileSync(place, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} must contain exactly once: ${from}`);
  writeFileSync(
    place,
    text.replace(from, () => to),
  );
}
