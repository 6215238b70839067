/** A receiver that at first refuses, is slow, or never answers; each event gets through after a few attempts. */
import { Webhook } from 'standardwebhooks';
import type { Random } from '#app/server/stage.ts';
import {
  type ProgramAnswer,
  type Received,
  ReceivingProgram,
} from '#quality/support/integrations/receiving-program.ts';

const MOST_REFUSALS = 2;
const SLOW_MS = 1500;

export type MoodyReceiver = {
  url: string;
  got: readonly Received[];
  /** What was answered with 2xx, and so counts as received. */
  accepted: readonly Received[];
  /** One for each request whose signature does not hold. */
  unsigned: readonly string[];
  webhookId(): string;
  isFor(webhook: { webhookId: string; secret: string }): void;
  /** From now on it accepts everything at once; anyone who waits for an answer is cut off. */
  calmDown(): void;
  close(): Promise<void>;
};

export async function moodyReceiver(random: Random): Promise<MoodyReceiver> {
  const receiver = new ReceivingProgram();
  const url = await receiver.listen();
  const accepted: Received[] = [];
  const unsigned: string[] = [];
  const refusals = new Map<string, number>();
  let isCalm = false;
  let owner = { webhookId: '', secret: '' };

  function answerTo(id: string): ProgramAnswer {
    const refused = refusals.get(id) ?? 0;
    const mood = isCalm || refused >= MOST_REFUSALS ? 1 : random.next();
    if (mood < 0.4) refusals.set(id, refused + 1);
    if (mood < 0.1) return 'never';
    if (mood < 0.4) return { status: random.pick([500, 503, 404, 302]) };
    return mood < 0.6 ? { status: 200, afterMs: random.below(SLOW_MS) } : { status: 204 };
  }

  receiver.answer = (nth) => {
    const request = receiver.got[nth - 1];
    if (!request) throw new Error('nothing was received');
    const id = request.headers['webhook-id'] ?? '';
    // At once: a signature holds for five minutes.
    if (!isSigned(request, owner.secret)) unsigned.push(id);
    const answer = answerTo(id);
    if (answer !== 'never' && answer.status < 300) accepted.push(request);
    return answer;
  };

  return {
    url,
    got: receiver.got,
    accepted,
    unsigned,
    webhookId: () => owner.webhookId,
    isFor(webhook) {
      owner = webhook;
    },
    calmDown() {
      isCalm = true;
      receiver.server.closeAllConnections();
    },
    close: () => receiver.close(),
  };
}

function isSigned({ body, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
