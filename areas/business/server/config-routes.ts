import type { FastifyInstance } from 'fastify';
import { type ConfigReply, getConfig } from '#areas/business/calls/config.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';

export function registerConfigRoutes(app: FastifyInstance, context: Context): void {
  route(app, getConfig, () => describeSite(context));
}

/** What the browser may know about the business and about card payments. */
export async function describeSite(
  context: Pick<Context, 'site' | 'gateway' | 'wording' | 'mailer' | 'texter' | 'clock'>,
): Promise<ConfigReply> {
  const { business, launchAt } = await context.site.current();
  const { mode, publishableKey } = context.gateway;
  return {
    business,
    payments: { mode, publishableKey },
    adviser: context.wording.adviser,
    sendsMail: context.mailer.mode === 'smtp',
    sendsTexts: context.texter.mode === 'service',
    hasLaunched: context.clock() >= launchAt,
  };
}
