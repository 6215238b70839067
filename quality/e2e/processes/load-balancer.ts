/**
 * A load balancer in front of several processes: nginx with our own container/nginx.conf, or a small proxy if nginx is
 * not installed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type LoadBalancer = { kind: 'nginx' | 'node'; url: string; stop(): Promise<void> };

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const START_MS = 10_000;

/** `folder` is for its files; `upstreams` are the ports of the app. */
export async function startLoadBalancer(settings: {
  port: number;
  upstreams: readonly number[];
  folder: string;
}): Promise<LoadBalancer> {
  const program = findNginx();
  return program === null ? startProxy(settings) : startNginx(program, settings);
}

type Settings = Parameters<typeof startLoadBalancer>[0];

function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, 'nginx')).find(existsSync) ?? null;
}

async function startNginx(program: string, settings: Settings): Promise<LoadBalancer> {
  const { port, folder } = settings;
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, nginxSettings(settings));
  const nginx = spawn(program, ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  nginx.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (nginx.exitCode !== null || Date.now() > deadline)
      throw new Error(`nginx did not start:\n${said}`);
    await sleep(50);
  }
  return { kind: 'nginx', url, stop: () => end(nginx) };
}

/** Ours, with this test's addresses instead of the containers' names. */
function nginxSettings({ port, upstreams, folder }: Settings): string {
  const ours = readFileSync(path.join(ROOT, 'container', 'nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/log/nginx/', `${folder}/`)
    .replaceAll(/app-(\d):3000/g, (_, nth: string) => `127.0.0.1:${upstreams[Number(nth) - 1]}`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, kind)};`,
  );
  return `daemon off;
pid ${path.join(folder, 'nginx.pid')};
worker_processes 1;
events { worker_connections 512; }
http {
access_log off;
${folders.join('\n')}
${ours}
}`;
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/livez`).catch(() => null);
  return answer?.ok === true;
}

async function end(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null || nginx.signalCode !== null) return;
  const ended = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await ended;
}

/** Round robin; tries the next process when one does not respond. */
async function startProxy({ port, upstreams }: Settings): Promise<LoadBalancer> {
  let turn = 0;
  const server = createServer((asked, answer) => {
    turn += 1;
    const order = upstreams.map((_, index) => upstreams[(turn + index) % upstreams.length] ?? 0);
    readAll(asked)
      .then((body) => passOn(asked, body, answer, order))
      .catch(() => answer.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    kind: 'node',
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function passOn(
  asked: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
  [port, ...others]: number[],
): void {
  if (port === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const sender = asked.socket.remoteAddress ?? '';
  const known = asked.headers['x-forwarded-for'];
  const headers = { ...asked.headers, 'x-forwarded-for': [known, sender].flat().join(', ') };
  const sent = request(
    { host: '127.0.0.1', port, method: asked.method, path: asked.url, headers },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on('error', () => answer.destroy());
      reply.pipe(answer);
    },
  );
  sent.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else passOn(asked, body, answer, others);
  });
  sent.end(body);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
