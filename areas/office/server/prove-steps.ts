/** Steps of the first hour that are tried: the card provider, email, the printer. */
import type { CodedStep, FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { DeliveryLabel, LabelLayout } from '#areas/printouts/rules/label-content.ts';
import type { Context } from '#platform/server/context.ts';
import { writeTestEmail } from '#areas/messages/server/trial-email.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { recordAnswers } from '#areas/office/server/answer-step.ts';
import { cardModeOf, describeFirstHour } from '#areas/office/server/describe-first-hour.ts';
import { readAnswers } from '#areas/office/server/kept-answers.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { createHmac } from 'node:crypto';

const HOUR_MS = 3_600_000;
const LONGEST_REASON = 200;

/** Throws Conflict `cards_silent` with what the provider said. */
export async function tryCards(context: Context, staff: StaffMember): Promise<FirstHourReply> {
  const mode = cardModeOf(context);
  try {
    await context.gateway.listIntentsSince(context.clock() - HOUR_MS);
  } catch (error) {
    const message = `The card provider doesn’t answer with these keys: ${reasonOf(error)}`;
    throw new Conflict('cards_silent', message);
  }
  await recordAnswers(context, staff, 'cards', (kept) => ({ ...kept, cardsAnswered: mode }));
  return describeFirstHour(context);
}

/** To whoever asks, and to nobody else. Throws Conflict `email_refused` with what the mail server said. */
export async function tryEmail(context: Context, staff: StaffMember): Promise<FirstHourReply> {
  const sentAt = context.clock();
  const code = emailCode(sentAt, context.trackingSecret);
  const email = await writeTestEmail(context, { code, id: sentAt });
  try {
    await context.mailer.deliver({ ...email, recipient: staff.email });
  } catch (error) {
    const message = `The mail server didn’t take the test email: ${reasonOf(error)}`;
    throw new Conflict('email_refused', message);
  }
  await recordAnswers(context, staff, 'email', (kept) => ({ ...kept, emailSentAt: sentAt }));
  return describeFirstHour(context);
}

/** Throws InvalidRequest at `code` for any other than the one that was sent or printed. */
export async function proveByCode(
  context: Context,
  staff: StaffMember,
  { step, code }: { step: CodedStep; code: string },
): Promise<FirstHourReply> {
  const { emailSentAt } = await readAnswers(context.db);
  const secret = context.trackingSecret;
  if (step === 'email') {
    if (emailSentAt === null)
      throw new InvalidRequest({ code: 'Please send the test email first' });
    requireSame(code, emailCode(emailSentAt, secret), 'the latest test email');
    const { mode } = context.mailer;
    await recordAnswers(context, staff, step, (kept) => ({ ...kept, emailArrived: mode }));
  } else {
    requireSame(code, labelCode(secret), 'the test label');
    await recordAnswers(context, staff, step, (kept) => ({ ...kept, labelPrinted: true }));
  }
  return describeFirstHour(context);
}

export async function drawTestLabel(context: Context, layout: LabelLayout): Promise<SheetFile> {
  const { business } = await context.site.current();
  const { date } = wallTimeAt(context.clock(), business.timeZone);
  const label: DeliveryLabel = {
    kind: 'delivery',
    name: business.name,
    orderNumber: `Code ${labelCode(context.trackingSecret)}`,
    suburb: 'Test label',
    address: business.premises,
    arrives: formatDayAndMonth(date),
    temperature: 'COLD',
    portions: 'Nothing to deliver',
    allergyBand: 'ALLERGY  This band must be black with white letters.',
    instructions: [
      { text: 'Type the code at the foot of this label into the checklist.', bold: false },
    ],
    stop: '1',
    near: '',
    bag: '',
    stopUrl: `${context.signIn.publicUrl}/admin?tab=first-hour`,
  };
  const body = await context.documents.draw({
    title: 'Test label',
    kind: 'labels',
    content: { layout, meals: [], labels: [label] },
  });
  return { name: 'test-label.pdf', format: 'pdf', body };
}

function requireSame(typed: string, right: string, where: string): void {
  if (typed === right) return;
  throw new InvalidRequest({ code: `This is not the code of ${where}. Please check the digits` });
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, LONGEST_REASON);
}

/** Of the latest test email: each has its own. */
function emailCode(sentAt: number, secret: string): string {
  return codeFor(`email:${sentAt}`, secret);
}

/** The same on every test label, so that an older print is as good as a new one. */
export function labelCode(secret: string): string {
  return codeFor('label', secret);
}

function codeFor(about: string, secret: string): string {
  const proof = createHmac('sha256', secret).update(`first-hour:${about}`).digest();
  return String(proof.readUInt32BE() % 1_000_000).padStart(6, '0');
}
