/**
 * The baseline for the app: a node:http server that sends the bytes it was given and does nothing else; it parses the
 * JSON of a request body. Run as a separate process.
 */
import { createServer, type IncomingMessage } from 'node:http';

export type BareAnswer = { path: string; headers: Record<string, string>; body: string };

process.once('message', (answers: BareAnswer[]) => {
  const byPath = new Map(
    answers.map(({ path, headers, body }) => [
      path,
      { headers, body: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer(async (request, reply) => {
    const answer = byPath.get(request.url ?? '');
    if (request.method === 'POST') await readJson(request);
    reply.writeHead(answer ? 200 : 404, answer?.headers);
    reply.end(answer?.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
process.on('disconnect', () => process.exit(0));

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
