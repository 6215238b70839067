import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import {
  messages,
  type TextRefusal,
  textRefusals,
} from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { NO_BODY, plainSchema } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { shortLinkCodeFor, trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import { TEXT_REPORT_PATH, type TextReport } from '#areas/messages/server/texter.ts';
import { isSameSecret } from '#platform/server/link-token.ts';

const LONGEST_CODE = 64;

export function registerTextRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { code: string } }>(
    '/t/:code',
    { schema: { hide: true }, config: { access: 'public' } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      await throttleCaller(context, 'tracking', request);
      const { code } = request.params;
      // An unknown one leads to the same page, which says that there is no such order.
      const token = (await findTrackingToken(context, code)) ?? code.slice(0, LONGEST_CODE);
      return reply.redirect(`/track/${encodeURIComponent(token)}`, 303);
    },
  );
  registerTextReports(app, context);
}

async function findTrackingToken(
  { db, trackingSecret }: Context,
  code: string,
): Promise<string | null> {
  const linkHash = createHash('sha256').update(code).digest('base64url');
  const [found] = await db
    .select({ checkoutId: orders.checkoutId })
    .from(messages)
    .innerJoin(orders, eq(orders.id, messages.orderId))
    .where(eq(messages.linkHash, linkHash))
    .limit(1);
  if (!found) return null;
  // After the secret was changed, old links lead nowhere.
  if (!isSameSecret(shortLinkCodeFor(found.checkoutId, trackingSecret), code)) return null;
  return trackingTokenFor(found.checkoutId, trackingSecret);
}

/** In its own scope, because reports are forms. */
function registerTextReports(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) =>
        parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const schema = plainSchema('Signed reports of the text service', { 204: NO_BODY });
    scope.post(
      TEXT_REPORT_PATH,
      { schema, config: { access: 'public' } },
      async (request, reply) => {
        const signature = request.headers['x-twilio-signature'];
        const report =
          typeof signature === 'string'
            ? context.texter.readReport((request.body ?? {}) as Record<string, string>, signature)
            : null;
        if (!report) {
          await throttleCaller(context, 'unsignedWebhook', request);
          throw new InvalidRequest({ 'x-twilio-signature': 'The signature does not hold' });
        }
        await recordReport(context, report);
        return reply.code(204).send(null);
      },
    );
    done();
  });
}

/** A text that never arrived is shown as failed; staff decide whether to call. */
async function recordReport(
  context: Context,
  { sid, hasFailed, errorCode }: TextReport,
): Promise<void> {
  if (!hasFailed) return;
  const lastError = `The text service could not deliver it${errorCode === null ? '' : ` (${errorCode})`}`;
  const [failed] = await context.db
    .update(messages)
    .set({ state: 'failed', lastError })
    .where(and(eq(messages.textSid, sid), eq(messages.state, 'sent')))
    .returning({ recipient: messages.recipient });
  if (failed) await refuseTextsTo(context, failed.recipient, errorCode);
}

/** Twilio's error codes: the owner replied STOP; not a phone number; not a mobile phone; a landline. */
const REASONS: Readonly<Record<number, TextRefusal['reason']>> = {
  21_610: 'stopped',
  21_211: 'no_mobile',
  21_614: 'no_mobile',
  30_006: 'no_mobile',
};

/** Remembers a number that the text service will not send to, if that is what the code says. */
export async function refuseTextsTo(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  phone: string,
  code: number | null,
): Promise<void> {
  const reason = code === null ? undefined : REASONS[code];
  // Empty: the customer was erased meanwhile.
  if (reason === undefined || phone === '') return;
  const at = new Date(clock());
  await db
    .insert(textRefusals)
    .values({ phone, reason, at })
    .onConflictDoUpdate({ target: textRefusals.phone, set: { reason, at } });
}
