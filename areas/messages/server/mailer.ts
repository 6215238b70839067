/** Sends email: through a mail server, or into the data folder when none is set. */
import { SECOND_MS } from '#platform/rules/durations.ts';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { WrittenEmail } from '#areas/messages/server/tables/messages.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Connections, Values } from '#platform/server/opened-connections.ts';
import type { Context } from '#platform/server/context.ts';
import { pinHost } from '#platform/server/public-address.ts';
import { bold, emailPage, paragraph } from './email-parts.ts';
import { finishEmail } from './write-email.ts';

/** The time limit for one email in total. Well within the time for which a message is claimed. */
const LONGEST_SEND_MS = 60 * SECOND_MS;
/** Nothing in an email is ever fetched or read from disk, whatever its text says. */
const NOTHING_FETCHED = { disableFileAccess: true, disableUrlAccess: true };
const POOL = {
  pool: true,
  maxConnections: 1,
  // Only the outbox decides whether to send again.
  maxRequeues: 0,
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 30 * SECOND_MS,
  ...NOTHING_FETCHED,
} as const;

export type SmtpServer = {
  host: string;
  port: number;
  /** `none`: encrypted only if the server offers it; only towards this machine. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty: it asks for none. */
  user: string;
  password: string;
};

export function createMailer(options: {
  /** Null: emails are kept as files. */
  smtpUrl: string | null;
  from: string | null;
  /** An absolute path. */
  dataDir: string;
  /** Connected in the portal. */
  connections?: Connections;
  /** Whether a mail server connected in the portal may be within our network. */
  allowsLocalHosts?: boolean;
}): Mailer {
  const { smtpUrl, from, connections } = options;
  const folder = path.join(options.dataDir, 'mail');
  const ofInstallation =
    smtpUrl === null
      ? folderMailer(folder)
      : smtpMailer(createTransport({ url: smtpUrl, ...POOL }));
  let made: { key: string; carrier: Carrier } | null = null;

  /** What is connected in the portal, and again as it changes: what is being sent is sent to its end. */
  function carrier(): Carrier {
    const connection = connections?.current('mail') ?? null;
    const key = connection && `${connection.account} ${connection.version}`;
    if (made && made.key !== key) {
      made.carrier.close();
      made = null;
    }
    if (connections?.locked().includes('mail')) return LOCKED;
    if (connection === null || key === null) return ofInstallation;
    made ??= { key, carrier: carrierTo(mailServerIn(connection.values), options) };
    return made.carrier;
  }

  return {
    get from() {
      return connections?.current('mail')?.values['sender'] ?? from;
    },
    get mode() {
      return carrier().mode;
    },
    deliver: (email) => carrier().deliver(email),
    close() {
      made?.carrier.close();
      ofInstallation.close();
    },
    async discard(emails) {
      await Promise.all(emails.map((email) => rm(fileOf(folder, email), { force: true })));
    },
  };
}

type Carrier = Omit<Mailer, 'from' | 'discard'>;

/** Nobody may take them for kept: they wait until the key is back. */
const LOCKED: Carrier = {
  mode: 'smtp',
  deliver: () => Promise.reject(new Error('The saved keys can’t be opened on this machine')),
  close() {},
};

export function mailServerIn(values: Values): SmtpServer {
  const { host = '', port = '', security, user = '', password = '' } = values;
  return {
    host,
    port: Number(port),
    security: security === 'tls' || security === 'none' ? security : 'starttls',
    user,
    password,
  };
}

/** Where the name leads is looked at before each email: it may lead elsewhere by then. */
function carrierTo(
  server: SmtpServer,
  { allowsLocalHosts = false }: { allowsLocalHosts?: boolean },
): Carrier {
  const carrier = smtpMailer(openMailServer(server));
  return {
    ...carrier,
    async deliver(email) {
      await pinHost({ allowsLocalHosts }, server.host);
      return carrier.deliver(email);
    },
  };
}

/** A pool of one connection. */
export function openMailServer({ host, port, security, user, password }: SmtpServer) {
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(user !== '' && { auth: { user, pass: password } }),
    ...POOL,
  });
}

function fileOf(folder: string, { id, kind }: Pick<OutgoingEmail, 'id' | 'kind'>): string {
  return path.join(folder, `${String(id).padStart(6, '0')}-${kind}.eml`);
}

function smtpMailer(transport: ReturnType<typeof openMailServer>): Carrier {
  return {
    mode: 'smtp',
    async deliver(email) {
      try {
        await transport.sendMail({
          ...compose(email),
          signal: AbortSignal.timeout(LONGEST_SEND_MS),
        });
      } catch (error) {
        if (isRefusedForGood(error)) throw new UndeliverableEmail(String(error.response));
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** The file is named after the message, so writing it twice still makes one file. */
function folderMailer(folder: string): Carrier {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...NOTHING_FETCHED,
  });
  return {
    mode: 'kept',
    async deliver(email) {
      const { message } = await transport.sendMail(compose(email));
      const file = fileOf(folder, email);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Names, addresses and one-time links: only for the owner of the data folder.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await chmod(`${file}.part`, 0o600);
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

function compose(email: OutgoingEmail) {
  const { from, replyTo, recipient, subject, html, text, messageId, date, headers } = email;
  const { attachments = [] } = email;
  return {
    from,
    // Not as text, where a comma would split one recipient into two.
    to: { name: '', address: recipient },
    ...(replyTo !== null && { replyTo }),
    subject,
    html,
    text,
    messageId,
    date,
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map((attached) => ({
      filename: attached.name,
      contentType: attached.type,
      content: attached.text,
    })),
  };
}

type SmtpError = { code: string; command: string; responseCode: number; response: string };

/** A 5xx reply about this recipient or this text. One about our password or sender says nothing about the message. */
function isRefusedForGood(error: unknown): error is SmtpError {
  const { code, command, responseCode } = (error ?? {}) as Partial<SmtpError>;
  const isAboutMessage = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  return isAboutMessage && responseCode !== undefined && responseCode >= 500;
}

/** An outgoing email: the written text, its recipient and when it was written. */
export type OutgoingEmail = WrittenEmail & {
  id: number;
  kind: string;
  recipient: string;
  date: Date;
};

export type Mailer = {
  /** `kept`: no mail server is set, so emails are saved as files in the data folder. */
  mode: 'smtp' | 'kept';
  /** "Name <address>"; null: the business's own address. */
  from: string | null;
  /** Throws UndeliverableEmail when another attempt cannot succeed, anything else when it may. */
  deliver(email: OutgoingEmail): Promise<void>;
  /** Deletes the files of these emails, saved while no mail server was set. */
  discard(emails: readonly Pick<OutgoingEmail, 'id' | 'kind'>[]): Promise<void>;
  close(): void;
};

export class UndeliverableEmail extends Error {}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    mailer: Mailer;
  }
}

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

function testEmail(business: BusinessFacts, code: string) {
  const subject = `Test email from ${business.name}`;
  return emailPage(
    business,
    {
      subject,
      preview: `Your code is ${code}`,
      heading: 'Your emails arrive',
      why: ['You sent this test from the first hour checklist.'],
    },
    paragraph(bold(`Code: ${code}`)),
    paragraph('Type it into the checklist.'),
    paragraph('Customers will get their confirmations from this address.'),
  );
}
