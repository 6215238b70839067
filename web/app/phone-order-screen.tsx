import { lazy, Suspense } from 'react';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { PortalSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { RequireStaff } from '#web/portal/sign-in/require-staff.tsx';

const PhoneOrderPage = lazy(async () => {
  const [{ ForRight }, { TakePhoneOrder }, { OrderPage }] = await Promise.all([
    import('#web/portal/layout/for-right.tsx'),
    import('#web/portal/phone-orders/take/take-phone-order.tsx'),
    import('#web/site/order/order-page.tsx'),
  ]);
  return {
    default: () => (
      <ForRight right="takePhoneOrders">
        <TakePhoneOrder Wizard={OrderPage} />
      </ForRight>
    ),
  };
});

/** The wizard of customers, for staff who order for a caller. Visitors do not load it. */
export function PhoneOrderScreen() {
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <RequireStaff asksFor="phone orders" fallback={<PortalSkeleton />}>
        <Suspense fallback={<PortalSkeleton />}>
          <PhoneOrderPage />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}
