/** The browsers of all customers: plain keep-alive HTTP clients that report a missing reply as such. */
import { Agent, request } from 'node:http';

/** `status` 0: no reply. `body` is the JSON, or undefined if it was not JSON. */
export type BrowserAnswer = { status: number; body: unknown; cookies: string[] };

export type Browser = {
  get(path: string): Promise<BrowserAnswer>;
  json(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<BrowserAnswer>;
  form(path: string, fields: Record<string, string>): Promise<BrowserAnswer>;
  close(): void;
};

const PATIENCE_MS = 30_000;
const NO_ANSWER: BrowserAnswer = { status: 0, body: undefined, cookies: [] };

/**
 * `sockets`: the maximum of concurrent requests. `cookie` is sent with every request. `ip`: the address at which the
 * customer is, as a proxy on this machine would report it.
 */
export function openBrowser(url: string, sockets: number, cookie?: string, ip?: string): Browser {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(url);

  function send(
    method: string,
    path: string,
    type?: string,
    body?: string,
  ): Promise<BrowserAnswer> {
    const headers = {
      ...(type && { 'content-type': type }),
      ...(cookie && { cookie }),
      ...(ip && { 'x-forwarded-for': ip }),
    };
    return new Promise((resolve) => {
      const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => resolve(NO_ANSWER));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const cookies = answer.headers['set-cookie'] ?? [];
          resolve({ status: answer.statusCode ?? 0, body: parseJson(text), cookies });
        });
      });
      sent.setTimeout(PATIENCE_MS, () => sent.destroy());
      sent.on('error', () => resolve(NO_ANSWER));
      sent.end(body);
    });
  }

  return {
    get: (path) => send('GET', path),
    json: (method, path, body) =>
      body === undefined
        ? send(method, path)
        : send(method, path, 'application/json', JSON.stringify(body)),
    form: (path, fields) =>
      send(
        'POST',
        path,
        'application/x-www-form-urlencoded',
        new URLSearchParams(fields).toString(),
      ),
    close: () => agent.destroy(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
