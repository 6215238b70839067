import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { DiskWatch } from '#platform/server/disk-space.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';
import { ServiceError } from '#platform/server/errors.ts';
import { signNonce } from '#platform/server/link-token.ts';
import { plainSchema } from '#platform/server/http/route.ts';

/** The start-up phase of this process. Only a `ready` process should get requests. */
export type Phase = 'starting' | 'ready' | 'stopping';

const Ok = z.object({ ok: z.literal(true) });
/** `signed`: the nonce, by this installation. */
const Alive = Ok.extend({ signed: z.string().optional() });
const HealthQuery = z.object({
  nonce: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});
const DATABASE_PATIENCE_MS = 3000;

/**
 * `/livez`: the process is up. `/readyz`: it can serve, so a load balancer may send requests; otherwise 503 with
 * reasons.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Pick<Context, 'db' | 'log' | 'trackingSecret'> & { disks: DiskWatch },
  phase: () => Phase,
): void {
  const config = { access: 'public' as const };
  const live = {
    config,
    schema: { ...plainSchema('The process is up', { 200: Alive }), querystring: HealthQuery },
  };
  app.get<{ Querystring: z.infer<typeof HealthQuery> }>('/livez', live, ({ query: { nonce } }) => ({
    ok: true,
    ...(nonce !== undefined && { signed: signNonce(context.trackingSecret, nonce) }),
  }));

  const findReasons = createDatabaseCheck(context);
  const ready = { config, schema: plainSchema('It can serve', { 200: Ok }) };
  app.get('/readyz', ready, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reasons = phase() === 'ready' ? [] : [`the app is ${phase()}`];
    const found = await Promise.all([findReasons(), context.disks.findReasons()]);
    reasons.push(...found.flat());
    if (reasons.length > 0) throw new NotReady(reasons);
    return { ok: true };
  });
  endConnectionsWhileStopping(app, phase);
}

class NotReady extends ServiceError {
  constructor(reasons: readonly string[]) {
    super(503, 'not_ready', `Not ready: ${reasons.join('; ')}`, { reasons });
  }
}

/** Once the migrations have been found applied, they are not checked again: nobody removes them. */
function createDatabaseCheck({ db, log }: Pick<Context, 'db' | 'log'>): () => Promise<string[]> {
  let isCurrent = false;
  async function ask(): Promise<string[]> {
    if (isCurrent) await db.execute(sql`select 1`);
    else ({ isCurrent } = await readMigrationState(db));
    return isCurrent ? [] : ['the database is of an older version'];
  }
  return async () => {
    try {
      return await Promise.race([ask(), refuseAfter(DATABASE_PATIENCE_MS)]);
    } catch (error) {
      log.warn({ err: error }, 'not ready: the database does not answer');
      return ['the database does not answer'];
    }
  };
}

function refuseAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  });
}

/**
 * Asks clients with an open connection to use another for the next request. Set when the reply is sent, not when the
 * request arrives: a connection that was busy as the server began to close would otherwise delay the stop for as long
 * as it may stay idle.
 */
function endConnectionsWhileStopping(app: FastifyInstance, phase: () => Phase): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing || phase() === 'stopping') reply.header('connection', 'close');
    done();
  });
}
