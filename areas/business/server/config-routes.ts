import type { FastifyInstance } from 'fastify';
import { type ConfigReply, getConfig } from '#areas/business/calls/config.ts';
import { saleStateAt } from '#areas/business/rules/sale-state.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';

export function registerConfigRoutes(app: FastifyInstance, context: Context): void {
  route(app, getConfig, () => describeSite(context));
}

/** What the browser may know about the business and about card payments. */
export async function describeSite(
  context: Pick<Context, 'site' | 'gateway' | 'wording' | 'mailer' | 'texter' | 'clock'>,
): Promise<ConfigReply> {
  const { business } = await context.site.current();
  const sale = saleStateAt(context.clock(), business);
  const { mode, publishableKey } = context.gateway;
  return {
    business,
    payments: { mode, publishableKey },
    adviser: context.wording.adviser,
    sendsMail: context.mailer.mode === 'smtp',
    sendsTexts: context.texter.mode === 'service',
    sale,
    hasLaunched: sale.state !== 'before',
  };
}
