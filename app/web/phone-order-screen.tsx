import { lazy, Suspense } from 'react';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { PanelSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';

const PhoneOrderPage = lazy(async () => {
  const [{ ForRight }, { TakePhoneOrder }, { OrderPage }] = await Promise.all([
    import('#areas/staff/web/portal/for-right.tsx'),
    import('#areas/customers/web/portal/take-phone-order.tsx'),
    import('#areas/checkout/web/site/order/order-page.tsx'),
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
    <ClientScreen fallback={<PanelSkeleton />}>
      <RequireStaff asksFor="phone orders" fallback={<PanelSkeleton />}>
        <Suspense fallback={<PanelSkeleton />}>
          <PhoneOrderPage />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}
