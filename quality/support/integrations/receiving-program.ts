/** Another program on this machine, which notes what webhooks bring and answers as it is told. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Received = { headers: Record<string, string>; body: string };
export type ProgramAnswer =
  | {
      status: number;
      body?: string;
      headers?: Record<string, string>;
      afterMs?: number;
      /** The body does not end. */
      isEndless?: boolean;
    }
  | 'never';

export class ReceivingProgram {
  readonly got: Received[] = [];
  answer: (nth: number) => ProgramAnswer = () => ({ status: 204 });
  readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      // Cut off while it was sent: nothing was received.
      this.receive(request, response).catch(() => response.destroy());
    });
  }

  /** Returns its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    this.got.push({ headers: request.headers as Record<string, string>, body });
    const answer = this.answer(this.got.length);
    if (answer === 'never') return;
    if (answer.afterMs !== undefined) await sleep(answer.afterMs);
    response.writeHead(answer.status, answer.headers);
    if (answer.isEndless) response.write(answer.body ?? '');
    else response.end(answer.body);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
