import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import type { FirstHourStep } from '#areas/office/rules/first-hour.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict } from '#platform/server/errors.ts';
import { describeFirstHour } from '#areas/office/server/describe-first-hour.ts';
import { changeAnswers, type KeptAnswers } from '#areas/office/server/kept-answers.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Needs = Pick<Context, 'db' | 'clock' | 'site' | 'gateway' | 'mailer'>;

/** `right`: the example suits them. Throws Conflict `not_asked` for a step that we can check ourselves. */
export async function answerStep(
  context: Needs,
  staff: StaffMember,
  step: FirstHourStep,
  answer: 'later' | 'now' | 'right',
): Promise<FirstHourReply> {
  if (answer === 'right') await requireAsked(context, step);
  await recordAnswers(context, staff, step, (kept) => ({
    ...kept,
    later: answer === 'later' ? including(kept.later, step) : without(kept.later, step),
    right: answer === 'right' ? including(kept.right, step) : kept.right,
  }));
  return describeFirstHour(context);
}

async function requireAsked(context: Needs, step: FirstHourStep): Promise<void> {
  const { steps } = await describeFirstHour(context);
  const report = steps.find((each) => each.step === step);
  if (report?.state === 'done' || report?.mayKeep) return;
  throw new Conflict('not_asked', 'This step can’t be answered: it is checked.');
}

/** With a line in the audit trail if it changes anything. */
export async function recordAnswers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  step: FirstHourStep,
  change: (kept: KeptAnswers) => KeptAnswers,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { before, after } = await changeAnswers(tx, context.clock(), change);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await recordChange(tx, context, {
      staff,
      action: 'settings.first_hour',
      entity: 'settings',
      entityId: step,
      before: changedOf(before, after),
      after: changedOf(after, before),
    });
  });
}

function changedOf(kept: KeptAnswers, other: KeptAnswers): Partial<KeptAnswers> {
  const keys = Object.keys(kept) as (keyof KeptAnswers)[];
  const changed = keys.filter((key) => JSON.stringify(kept[key]) !== JSON.stringify(other[key]));
  return Object.fromEntries(changed.map((key) => [key, kept[key]]));
}

function including(steps: readonly FirstHourStep[], step: FirstHourStep): FirstHourStep[] {
  return [...without(steps, step), step];
}

function without(steps: readonly FirstHourStep[], step: FirstHourStep): FirstHourStep[] {
  return steps.filter((each) => each !== step);
}
