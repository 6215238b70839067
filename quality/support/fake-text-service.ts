/** A text service that speaks Twilio's wire format, and fails as told. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TextService } from '#areas/messages/server/texter.ts';

type SentText = { sid: string; to: string; body: string; status: string };

/**
 * `lost`: takes the text, and its answer never arrives. `ignored`: takes nothing and never answers. Otherwise an HTTP
 * status with an error code.
 */
type Fault = 'lost' | 'ignored' | { status: number; code: number };

export type FakeTextService = {
  service: TextService;
  /** All that it took, oldest first. */
  texts: SentText[];
  /** The forms of all attempts, whatever became of them. */
  forms: Record<string, string>[];
  /** For the next attempts, one each; then it works. */
  fail(...faults: Fault[]): void;
  /** While true, its list never arrives. */
  hideList(isHidden: boolean): void;
  stop(): Promise<void>;
};

export async function startFakeTextService(): Promise<FakeTextService> {
  const texts: SentText[] = [];
  const forms: Record<string, string>[] = [];
  const faults: Fault[] = [];
  let isListHidden = false;
  const account = 'AC0123456789';
  const token = 'a-token-of-the-text-service';
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await readBody(request)));
    forms.push(form);
    const fault = faults.shift();
    if (fault === 'ignored') return;
    if (typeof fault === 'object') {
      answer(reply, fault.status, { code: fault.code, message: 'Refused', status: fault.status });
      return;
    }
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    texts.push({ sid, to: form['To'] ?? '', body: form['Body'] ?? '', status: 'queued' });
    if (fault === 'lost') return;
    answer(reply, 201, { sid, status: 'queued' });
  }

  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== `/2010-04-01/Accounts/${account}/Messages.json`) {
      answer(reply, 404, { code: 20_404, message: 'Not found' });
    } else if (request.headers.authorization !== authorization) {
      answer(reply, 401, { code: 20_003, message: 'Authenticate' });
    } else if (request.method === 'POST') {
      void take(request, reply);
    } else if (!isListHidden) {
      const to = url.searchParams.get('To');
      answer(reply, 200, { messages: texts.filter((text) => text.to === to) });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    service: { account, token, from: '+61480000000', baseUrl: `http://127.0.0.1:${port}` },
    texts,
    forms,
    fail: (...next) => {
      faults.splice(0, faults.length, ...next);
    },
    hideList(isHidden) {
      isListHidden = isHidden;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
