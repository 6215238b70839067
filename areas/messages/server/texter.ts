/** Sends text messages: through a service that speaks Twilio's wire format, or into the data folder when none is set. */
import { createHmac } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isSameSecret } from '#platform/server/link-token.ts';
import type { Connections, Values } from '#platform/server/opened-connections.ts';
import type { WrittenText } from '#areas/messages/server/tables/messages.ts';

/** Well within the time for which a message is claimed, with the look-up that may follow. */
const LONGEST_CALL_MS = 15_000;

export type TextService = { account: string; token: string; from: string; baseUrl: string };

export const TEXT_REPORT_PATH = '/api/texts/report';

/** `timeoutMs` is for tests. */
export function createTexter(options: {
  service: TextService | null;
  publicUrl: string;
  /** An absolute path. */
  dataDir: string;
  timeoutMs?: number;
  /** Connected in the portal. */
  connections?: Connections;
}): Texter {
  const { service, publicUrl, dataDir, connections, timeoutMs = LONGEST_CALL_MS } = options;
  const folder = path.join(dataDir, 'texts');
  const ofInstallation = service
    ? serviceTexter(service, publicUrl, timeoutMs)
    : folderTexter(folder);

  function carrier(): Carrier {
    if (connections?.locked().includes('sms')) return LOCKED;
    const connection = connections?.current('sms') ?? null;
    return connection
      ? serviceTexter(textServiceIn(connection.values), publicUrl, timeoutMs)
      : ofInstallation;
  }

  return {
    get mode() {
      return carrier().mode;
    },
    get from() {
      return carrier().from;
    },
    deliver: (text) => carrier().deliver(text),
    find: (text, since) => carrier().find(text, since),
    readReport: (fields, signature) => carrier().readReport(fields, signature),
    async discard(texts) {
      await Promise.all(texts.map((text) => rm(fileOf(folder, text), { force: true })));
    },
  };
}

type Carrier = Omit<Texter, 'discard'>;

/** Nobody may take them for kept: they wait until the key is back. */
const LOCKED: Carrier = {
  mode: 'service',
  from: '',
  deliver: () =>
    Promise.reject(new TextRefused('The saved keys can’t be opened on this machine', null, true)),
  find: () => Promise.resolve([]),
  readReport: () => null,
};

export function textServiceIn(values: Values): TextService {
  const { account = '', token = '', from = '', baseUrl = '' } = values;
  return { account, token, from, baseUrl };
}

const Accepted = z.object({ sid: z.string().min(1) });
const Refusal = z.object({ code: z.number().nullish(), message: z.string().optional() });
const Listed = z.object({
  messages: z.array(
    z.object({ sid: z.string(), to: z.string(), body: z.string(), status: z.string() }),
  ),
});
const FAILED = new Set(['failed', 'undelivered', 'canceled']);

export function serviceTexter(
  service: TextService,
  publicUrl: string,
  timeoutMs = LONGEST_CALL_MS,
): Carrier {
  const { account, token, from } = service;
  const base = `${service.baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  const reportUrl = `${publicUrl}${TEXT_REPORT_PATH}`;
  const request = (search: string, init: RequestInit) =>
    fetch(`${base}/Messages.json${search}`, {
      ...init,
      headers: { authorization, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  return {
    mode: 'service',
    from,
    async deliver({ recipient, body, validSeconds, from: sender }) {
      const form = new URLSearchParams({
        To: recipient,
        [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
        Body: body,
        ValidityPeriod: String(validSeconds),
        // Reports are signed, not secret: only over https does nobody else read or change them.
        ...(publicUrl.startsWith('https:') && { StatusCallback: reportUrl }),
      });
      const response = await request('', { method: 'POST', body: form });
      if (!response.ok) throw await readRefusal(response);
      return Accepted.parse(await response.json()).sid;
    },
    async find({ recipient, body }, since) {
      const search = new URLSearchParams({
        To: recipient,
        'DateSent>': since.toISOString().slice(0, 10),
        PageSize: '200',
      });
      const response = await request(`?${search.toString()}`, { method: 'GET' });
      if (!response.ok) throw await readRefusal(response);
      const { messages } = Listed.parse(await response.json());
      return messages
        .filter((each) => each.to === recipient && each.body === body && !FAILED.has(each.status))
        .map(({ sid }) => sid);
    },
    readReport(fields, signature) {
      if (!isSameSecret(signature, signatureOf(reportUrl, fields, token))) return null;
      const { MessageSid: sid, MessageStatus: status = '', ErrorCode: code } = fields;
      if (sid === undefined) return null;
      return { sid, hasFailed: FAILED.has(status), errorCode: code ? Number(code) : null };
    },
  };
}

/** As Twilio signs: the address, then each field's name and value, sorted by name. */
function signatureOf(url: string, fields: Readonly<Record<string, string>>, token: string): string {
  const names = Object.keys(fields).toSorted();
  const signed = url + names.map((name) => `${name}${fields[name]}`).join('');
  return createHmac('sha1', token).update(signed).digest('base64');
}

/** Too many at once, a fault over there, or a wrong token of ours: nothing that this text could help. */
async function readRefusal(response: Response): Promise<TextRefused> {
  const { status } = response;
  const read = Refusal.safeParse(await response.json().catch(() => null));
  const { code = null, message = `The text service answered ${status}` } = read.data ?? {};
  const mayRepeat = status === 429 || status >= 500 || status === 401 || status === 403;
  return new TextRefused(
    code === null ? message : `${message} (${code})`,
    code,
    mayRepeat && !isAboutNumber(code),
  );
}

function isAboutNumber(code: number | null): boolean {
  return code !== null && code >= 21_200 && code < 21_700;
}

/** The file is named after the message, so writing it twice still makes one file. */
function folderTexter(folder: string): Carrier {
  return {
    mode: 'kept',
    from: '',
    async deliver(text) {
      const file = fileOf(folder, text);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A phone number and a secret link: only for the owner of the data folder.
      await writeFile(`${file}.part`, `To: ${text.recipient}\n\n${text.body}\n`, { mode: 0o600 });
      await chmod(`${file}.part`, 0o600);
      await rename(`${file}.part`, file);
      return null;
    },
    find: () => Promise.resolve([]),
    readReport: () => null,
  };
}

function fileOf(folder: string, { id, kind }: Pick<OutgoingText, 'id' | 'kind'>): string {
  return path.join(folder, `${String(id).padStart(6, '0')}-${kind}.txt`);
}

export type OutgoingText = WrittenText & {
  id: number;
  kind: string;
  /** A phone number, +614 and eight digits. */
  recipient: string;
};

/** What became of a text, as the text service reports it later. */
export type TextReport = { sid: string; hasFailed: boolean; errorCode: number | null };

type Texter = {
  /** `kept`: no text service is set, so texts are saved as files in the data folder. */
  mode: 'service' | 'kept';
  /** The number, name or messaging service that texts come from; empty: none. */
  from: string;
  /**
   * Returns the service's own name for it; null when it was kept. Throws TextRefused when the service surely did not take
   * it. After anything else it may have: there is no way to send the same text twice without two arriving.
   */
  deliver(text: OutgoingText): Promise<string | null>;
  /** The service's names for texts like this one that it has taken since then, and not failed to deliver. */
  find(text: OutgoingText, since: Date): Promise<string[]>;
  /** Null when the signature does not hold, or no service is set. */
  readReport(fields: Readonly<Record<string, string>>, signature: string): TextReport | null;
  /** Deletes the files of these texts, saved while no text service was set. */
  discard(texts: readonly Pick<OutgoingText, 'id' | 'kind'>[]): Promise<void>;
};

/** The text service answered, and did not take this text. */
export class TextRefused extends Error {
  readonly code: number | null;
  /** Another attempt may succeed. */
  readonly mayRepeat: boolean;

  constructor(message: string, code: number | null, mayRepeat: boolean) {
    super(message);
    this.code = code;
    this.mayRepeat = mayRepeat;
  }
}

/** Nobody knows whether it was sent, so it is not sent again. */
export class TextUnknown extends Error {}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    texter: Texter;
  }
}
