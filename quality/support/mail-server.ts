/** A mail server that stores what it receives, can be made to refuse, and can be switched off and on again. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export type ReceivedEmail = {
  from: string;
  recipients: string[];
  /** Everything before the first empty line, with folded lines joined. */
  headers: string;
  raw: string;
};

export type MailServer = {
  url: string;
  received: ReceivedEmail[];
  /** The reply to every message or recipient from now on; null: accept. */
  refuse(at: 'recipient' | 'data', code: number | null): void;
  down(): Promise<void>;
  up(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  let refusal: { at: 'recipient' | 'data'; code: number } | null = null;
  let server: SMTPServer | null = null;
  let port = 0;

  const check = (at: 'recipient' | 'data'): Error | null =>
    refusal?.at === at
      ? Object.assign(new Error('not today'), { responseCode: refusal.code })
      : null;

  const receive = callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await readText(stream);
    const refused = check('data');
    if (refused) throw refused;
    const { mailFrom, rcptTo } = session.envelope;
    received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
      headers: headersOf(raw),
      raw,
    });
  });

  async function up(): Promise<void> {
    const starting = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      // Disconnects anyone who is still connected.
      closeTimeout: 50,
      onRcptTo: (_address, _session, done) => done(check('recipient')),
      onData: (stream, session, done) => receive(stream, session, done),
    });
    // Clients that disconnect mid-way are part of the tests.
    starting.on('error', () => {});
    starting.listen(port, '127.0.0.1');
    await once(starting.server, 'listening');
    port = (starting.server.address() as AddressInfo).port;
    server = starting;
  }

  async function down(): Promise<void> {
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
    server = null;
  }

  await up();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(at, code) {
      refusal = code === null ? null : { at, code };
    },
    down,
    up,
  };
}

async function readText(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf(raw: string): string {
  const [headers = ''] = raw.split('\r\n\r\n', 1);
  return headers.replaceAll(/\r\n[ \t]+/g, ' ');
}
