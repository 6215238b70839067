/** A fake language model with an OpenAI-compatible address: it answers as the test wants, and records its requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type FakeAdviser = {
  settings: { baseUrl: string; model: string; apiKey: string };
  /** Every request since the last `answerWith`. */
  seen: { url: string; authorization: string; body: string }[];
  answerWith(respond: (response: ServerResponse) => void): void;
  close(): void;
};

export async function startFakeAdviser(): Promise<FakeAdviser> {
  let respond: (response: ServerResponse) => void = (response) => response.end();
  const seen: FakeAdviser['seen'] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const { url = '', headers } = request;
      seen.push({ url, authorization: headers.authorization ?? '', body });
      respond(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    settings: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'kind-1', apiKey: 'sk-adviser' },
    seen,
    answerWith(answer) {
      seen.length = 0;
      respond = answer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A well-formed answer with the text `content`. */
export function sendCompletion(response: ServerResponse, content: string): void {
  const message = { role: 'assistant', content };
  sendJson(response, 200, {
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  });
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
