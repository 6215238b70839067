import { lazy } from 'react';
import { ReceivedPage } from '#web/site/tracking/received-page.tsx';
import { TrackingPage } from '#web/site/tracking/tracking-page.tsx';

/** Few ever owe anything: nobody else loads the card form here. */
const PayOwed = lazy(async () => ({
  default: (await import('#web/site/checkout/pay-owed.tsx')).PayOwed,
}));

/** The customer's order, with the card form for what is still to pay. */
export function TrackingScreen() {
  return <TrackingPage PayOwed={PayOwed} />;
}

/** The same meals for whom they go to. */
export function ReceivedScreen() {
  return <ReceivedPage />;
}
