import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

/** `/livez`: the process is up. `/readyz`: it can serve, so the database answers. */
export function registerHealth(app: FastifyInstance, context: Pick<Context, 'db'>): void {
  app.get('/livez', { config: { access: 'public' } }, () => ({ ok: true }));
  app.get('/readyz', { config: { access: 'public' } }, async () => {
    await context.db.execute(sql`select 1`);
    return { ok: true };
  });
}
