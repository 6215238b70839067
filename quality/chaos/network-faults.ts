import type { CallFate, DeliveryFate, FaultProxy } from './fault-proxy.ts';
import type { Random } from '#app/server/stage.ts';

/** The connection on a bad day: some calls never arrive, some replies are lost, some are slow, some events bounce. */
export function disturbNetwork(proxy: FaultProxy, random: Random): void {
  proxy.fateOfCall = () => {
    const luck = random.next();
    if (luck < 0.02) return 'request-lost';
    if (luck < 0.04) return 'response-lost';
    return luck < 0.07 ? { slowMs: random.below(400) } : 'well';
  };
  proxy.fateOfDelivery = () => (random.chance(0.1) ? 'refuse' : 'well');
}

/** The card provider does not respond at all for a while. */
export async function silence(proxy: FaultProxy, forMs: number): Promise<void> {
  const before: { call: FaultProxy['fateOfCall']; delivery: FaultProxy['fateOfDelivery'] } = {
    call: proxy.fateOfCall,
    delivery: proxy.fateOfDelivery,
  };
  proxy.fateOfCall = (): CallFate => 'request-lost';
  proxy.fateOfDelivery = (): DeliveryFate => 'refuse';
  await new Promise((resolve) => setTimeout(resolve, forMs));
  proxy.fateOfCall = before.call;
  proxy.fateOfDelivery = before.delivery;
}
