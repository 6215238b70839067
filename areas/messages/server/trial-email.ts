import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import { bold, emailPage, paragraph, title } from './email-parts.ts';
import { finishEmail } from './write-email.ts';
import type { OutgoingEmail } from '#areas/messages/server/mailer-port.ts';

/** The test email of the first hour, as it is sent. `id` names its file where emails are kept. */
export async function writeTestEmail(
  context: Pick<Context, 'site' | 'mailer' | 'clock' | 'signIn'>,
  { code, id }: { code: string; id: number },
): Promise<Omit<OutgoingEmail, 'recipient'>> {
  const { business } = await context.site.current();
  const date = new Date(context.clock());
  const content = testEmail(business, code);
  const email = await finishEmail(context, business, { id, createdAt: date }, content);
  return { ...email, id, kind: 'test_email', date };
}

function testEmail(business: BusinessFacts, code: string): { subject: string; page: ReactElement } {
  const subject = `Test email from ${business.name}`;
  const page = emailPage(
    business,
    { preview: `Your code is ${code}`, why: ['You sent this test from the first hour checklist.'] },
    title('Your emails arrive'),
    paragraph(bold(`Code: ${code}`)),
    paragraph('Type it into the checklist.'),
    paragraph('Customers will get their confirmations from this address.'),
  );
  return { subject, page };
}
