import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type HttpAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: string;
};

export type Client = ReturnType<typeof httpClient>;

/** A plain keep-alive client, used for both the app and the baseline. */
export function httpClient(baseUrl: string, sockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(baseUrl);

  function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers: said } = answer;
          resolve({ status, headers: said, bytes, body: bytes.toString() });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, headers),
    postJson: (path: string, body: unknown) =>
      send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)),
    postForm: (path: string, body: Record<string, string>) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(body).toString(),
      ),
    close: () => agent.destroy(),
  };
}
