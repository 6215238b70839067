/** A mail server, connected in the portal: it signed us in before it is used. That emails arrive is proved by a code. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { z } from 'zod';
import { senderAdvice, senderDomain } from '#areas/messages/rules/sender-advice.ts';
import { type SmtpServer, mailServerIn, openMailServer } from '#areas/messages/server/mailer.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import type { ConnectionKind } from '#platform/server/save-connection.ts';
import type { Values } from '#platform/server/opened-connections.ts';
import type { Context } from '#platform/server/context.ts';
import type { Proof } from '#platform/server/db/tables/connections.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { ForbiddenAddress, isLoopbackName, pinHost } from '#platform/server/public-address.ts';

const LONGEST = { host: 253, user: 320, password: 500, sender: 320 };
const DNS_TIMEOUT_MS = 3000;

const fields = z.strictObject({
  host: z
    .string()
    .trim()
    .max(LONGEST.host, 'This name is too long')
    .regex(/^[\w.:-]+$/, 'Please enter the name of the server, like smtp.example.com'),
  port: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, 'Please enter a number, like 587')
    .refine(
      (port) => Number(port) >= 1 && Number(port) <= 65_535,
      'Please enter a number, like 587',
    ),
  security: z.enum(['tls', 'starttls', 'none'], 'Please choose TLS or STARTTLS'),
  user: z.string().trim().max(LONGEST.user, 'This user name is too long').default(''),
  /** Left empty: as it was. */
  password: z.string().trim().max(LONGEST.password, 'This password is too long').default(''),
  sender: z
    .string()
    .trim()
    .max(LONGEST.sender, 'This sender is too long')
    .regex(
      /^(?:[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/,
      'Please enter an email address, like Name <name@example.com>',
    ),
});

export const emailConnection: ConnectionKind = {
  kind: 'mail',
  fields,

  async attempt(context, { given, before }) {
    const server = mailServerIn(withPassword(given, before?.values));
    if (server.security === 'none' && !mayBePlain(context, server.host))
      throw new InvalidRequest({ security: 'Please choose TLS or STARTTLS' });
    const { host, port, security, user } = server;
    const sender = given['sender'] ?? '';
    const proof = await prove(context, server, sender);
    return {
      account: `${user}@${host}:${port}`,
      values: { ...given, password: server.password },
      shown: { name: `${host}:${port}`, host, port, security, user, sender },
      proof,
      says: [`Emails are sent by ${host} from now on, as ${sender}.`],
    };
  },

  async check(context, { connection }) {
    if (connection === null) return null;
    const { values, proof } = connection;
    const again = await prove(context, mailServerIn(values), values['sender'] ?? '');
    return { ...proof, ...again };
  },

  async describe(context, connection) {
    if (connection === null) {
      const { mode, from } = context.mailer;
      const says =
        mode === 'smtp'
          ? `Emails are sent as ${from ?? 'the business'}.`
          : 'Not set. Emails are saved as files, and nobody receives them.';
      return { says, isProved: false };
    }
    const { business } = await context.site.current();
    const { name, sender } = connection.shown;
    const { arrivedAt, advice } = connection.proof ?? {};
    const arrived =
      arrivedAt === undefined
        ? 'No test email has arrived yet.'
        : `A test email arrived ${formatInstant(Date.parse(arrivedAt), business.timeZone)}.`;
    return {
      says: `${String(name)}, as ${String(sender)}. ${arrived}`,
      isProved: arrivedAt !== undefined,
      advice: advice ? advice.split('\n') : [],
    };
  },
};

/** A password is asked again only for another server or user. */
function withPassword(given: Values, before: Values | undefined): Values {
  if (given['password'] !== '' || given['user'] === '') return given;
  const isSame = before?.['host'] === given['host'] && before?.['user'] === given['user'];
  if (isSame && before?.['password']) return { ...given, password: before['password'] };
  throw new InvalidRequest({ password: 'Please enter the password' });
}

/** Without encryption only towards this machine, for a server that catches emails while one develops. */
function mayBePlain({ allowsLocalHosts = false }: Context, host: string): boolean {
  return allowsLocalHosts && (isLoopbackName(host) || isIP(host) !== 0);
}

/** Throws Conflict `email_refused`, and InvalidRequest at `host` for one within our network. */
async function prove(context: Context, server: SmtpServer, sender: string): Promise<Proof> {
  try {
    await pinHost(context, server.host);
  } catch (error) {
    if (error instanceof ForbiddenAddress)
      throw new InvalidRequest({
        host: 'Please enter a server on the internet, not of this machine or network',
      });
    throw new Conflict('email_refused', `${server.host}:${server.port} doesn’t answer.`);
  }
  const transport = openMailServer(server);
  try {
    await transport.verify();
  } catch (error) {
    throw new Conflict('email_refused', explain(error, server));
  } finally {
    transport.close();
  }
  const advice = await adviseOn(sender);
  return {
    answeredAt: new Date().toISOString(),
    ...(advice.length > 0 && { advice: advice.join('\n') }),
  };
}

type SmtpFault = { code?: string; message?: string; response?: string };

const LONGEST_WORDS = 200;

/** Our sentence, with the server’s words beneath. */
function explain(error: unknown, { host, port, password }: SmtpServer): string {
  const { code = '', message = '', response = '' } = error as SmtpFault;
  const said = (response || message).slice(0, LONGEST_WORDS);
  const words = password === '' ? said : said.replaceAll(password, '…');
  const about = `${code} ${message}`;
  if (code === 'EAUTH') return `The mail server refused the user name or password.\n${words}`;
  if (/ALTNAME|altnames/i.test(about)) return `The certificate isn’t for ${host}.\n${words}`;
  if (/certificate|self.signed|CERT_/i.test(about))
    return `The certificate of ${host} isn’t trusted.\n${words}`;
  if (/wrong version number|ETLS|STARTTLS/i.test(about))
    return `${host}:${port} doesn’t speak what was chosen. Try TLS with port 465, or STARTTLS with port 587.\n${words}`;
  return `${host}:${port} doesn’t answer.\n${words}`;
}

/** Empty where nobody can be asked: it stops nothing. */
async function adviseOn(sender: string): Promise<string[]> {
  const domain = senderDomain(sender);
  const [spf, dmarc] = await Promise.all([textsAt(domain), textsAt(`_dmarc.${domain}`)]);
  return senderAdvice(domain, { spf, dmarc });
}

async function textsAt(name: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null;
  }
}
