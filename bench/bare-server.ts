/** What the menu is compared with: a node:http server that sends the same bytes and does nothing else. Run as its own process. */
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

const answer = await fetch(process.argv[2] ?? '');
const body = brotliCompressSync(Buffer.from(await answer.arrayBuffer()));
const headers = { 'content-type': 'application/json', 'content-encoding': 'br', etag: '"bare"' };

const server = createServer((_request, reply) => {
  reply.writeHead(200, { ...headers, 'content-length': body.length });
  reply.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('disconnect', () => process.exit(0));
