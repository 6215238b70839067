/** Turns an outbox message into the email to be sent: once, before the first attempt. */
import { render, plainTextSelectors } from '@react-email/render';
import { createElement, type ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { type EmailContent, loadWriter } from './write-message.ts';
import type { MessageRow, WrittenEmail } from '#areas/messages/server/tables/messages.ts';
import { SiteAddress } from '#areas/messages/server/email-parts.ts';
import { compile } from 'html-to-text';

/** Null for a message that should no longer be sent. */
export async function writeEmail(
  context: Context,
  message: MessageRow,
  tone: Tone = 'now',
): Promise<WrittenEmail | null> {
  const { business } = await context.site.current();
  const writer = await loadWriter(context, message.kind);
  const content = await writer.email(context, message, business, tone);
  return content && finishEmail(context, business, message, content);
}

/** As every attempt sends it. */
export async function finishEmail(
  context: Pick<Context, 'mailer' | 'signIn'>,
  business: BusinessFacts,
  message: Pick<MessageRow, 'id' | 'createdAt'>,
  content: EmailContent,
): Promise<WrittenEmail> {
  const from = context.mailer.from ?? `${quoted(business.name)} <${business.email}>`;
  const site = { value: context.signIn.publicUrl };
  const html = await render(createElement(SiteAddress.Provider, site, content.page));
  return {
    messageId: messageIdOf(message, from),
    from,
    replyTo: context.mailer.from === null ? null : business.email,
    subject: content.subject,
    html,
    text: toPlainText(html),
    headers: content.headers ?? {},
    ...(content.attachments && { attachments: content.attachments }),
  };
}

/** For previews: an email's words, unsent. */
export async function plainTextOf(page: ReactElement): Promise<string> {
  return toPlainText(await render(page));
}

/** The same for every attempt, so that a copy received twice after a crash is recognisable as one. */
function messageIdOf(
  { id, createdAt }: Pick<MessageRow, 'id' | 'createdAt'>,
  from: string,
): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<mealrun-${id}-${createdAt.getTime().toString(36)}@${domain}>`;
}

/** A name in front of an address, whatever characters it contains. */
function quoted(name: string): string {
  return `"${name.replaceAll(/[\p{Cc}"\\]/gu, ' ')}"`;
}

/** Headings as they are, not in capitals; links with their address; amounts in a column. */
const toPlainText = compile({
  wordwrap: 78,
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a[href^="tel:"]', format: 'inline' },
    { selector: 'table.amounts', format: 'dataTable' },
  ],
});
