import type { CallFate, DeliveryFate, Wire } from './wire.ts';
import type { Random } from './seeded-random.ts';

/** The connection on a bad day: some calls never arrive, some replies are lost, some are slow, some events bounce. */
export function roughLine(wire: Wire, random: Random): void {
  wire.fateOfCall = () => {
    const luck = random.next();
    if (luck < 0.02) return 'deaf';
    if (luck < 0.04) return 'mute';
    return luck < 0.07 ? { slowMs: random.below(400) } : 'well';
  };
  wire.fateOfDelivery = () => (random.chance(0.1) ? 'refuse' : 'well');
}

/** The card provider does not respond at all for a while. */
export async function silence(wire: Wire, forMs: number): Promise<void> {
  const before: { call: Wire['fateOfCall']; delivery: Wire['fateOfDelivery'] } = {
    call: wire.fateOfCall,
    delivery: wire.fateOfDelivery,
  };
  wire.fateOfCall = (): CallFate => 'deaf';
  wire.fateOfDelivery = (): DeliveryFate => 'refuse';
  await new Promise((resolve) => setTimeout(resolve, forMs));
  wire.fateOfCall = before.call;
  wire.fateOfDelivery = before.delivery;
}
