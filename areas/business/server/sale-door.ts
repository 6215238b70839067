/**
 * Before the kitchen is open to the public, signed-in staff and anyone who holds a preview link get the open site. Every call and
 * page that tells the sale state asks here, so that they agree.
 */
import type { FastifyRequest } from 'fastify';
import { type SaleCards, type SaleFacts, saleStateAt } from '#areas/business/rules/sale-state.ts';
import type { Context } from '#platform/server/context.ts';

/** Who sees it before the public does. */
export type Preview = { by: 'staff' } | { by: 'link'; linkId: number; isUsedUp: boolean };

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** Null: a visitor like any other. Added by checkout, which knows what a link has sold. */
    findPreview(): Promise<Preview | null>;
  }
}

/** What the sale state is asked with for one request. */
export type SaleDoor = SaleCards & {
  /** For the preview link that opens it. */
  readonly linkId?: number;
  /** The link has had all its orders. */
  readonly isUsedUp?: boolean;
};

type Cards = Context['gateway'];

/** As for someone with a preview. Keys that were good and cannot be used now close the site for them too. */
export function previewDoor({ bar, livemode }: Pick<Cards, 'bar' | 'livemode'>): SaleDoor {
  return { bar, livemode, isPreview: bar !== 'refused' && bar !== 'locked' };
}

/** A visitor without cookies, and everyone once the kitchen is open, never waits for this. */
export async function findSaleDoor(
  { gateway, clock, site }: Pick<Context, 'gateway' | 'clock' | 'site'>,
  request: Pick<FastifyRequest, 'findPreview'>,
): Promise<SaleDoor> {
  const { business } = await site.current();
  if (!isBefore(clock(), business, gateway)) return gateway;
  const preview = await request.findPreview();
  if (preview === null) return gateway;
  if (preview.by === 'staff') return previewDoor(gateway);
  const { linkId, isUsedUp } = preview;
  if (isUsedUp) return { bar: gateway.bar, linkId, isUsedUp };
  return { ...previewDoor(gateway), linkId };
}

function isBefore(now: number, facts: SaleFacts, cards: SaleCards): boolean {
  return saleStateAt(now, facts, cards).state === 'before';
}
