import type { Context } from '#platform/server/context.ts';
import { type TextRefusal, textRefusals } from '#areas/messages/server/tables/text-refusals.ts';

/** Twilio's error codes: the owner replied STOP; not a phone number; not a mobile phone; a landline. */
const REASONS: Readonly<Record<number, TextRefusal['reason']>> = {
  21_610: 'stopped',
  21_211: 'no_mobile',
  21_614: 'no_mobile',
  30_006: 'no_mobile',
};

/** Remembers a number that the text service will not send to, if that is what the code says. */
export async function refuseTextsTo(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  phone: string,
  code: number | null,
): Promise<void> {
  const reason = code === null ? undefined : REASONS[code];
  // Empty: the customer was erased meanwhile.
  if (reason === undefined || phone === '') return;
  const at = new Date(clock());
  await db
    .insert(textRefusals)
    .values({ phone, reason, at })
    .onConflictDoUpdate({ target: textRefusals.phone, set: { reason, at } });
}
