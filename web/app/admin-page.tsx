import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { documentTitle } from '#web/navigation/page-handle.ts';
import { type PortalTab, portalTabOf } from '#web/navigation/portal-tabs.ts';
import { PortalPage } from '#web/portal/layout/portal-page.tsx';
import { PanelSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';

const TABS: readonly { name: PortalTab; label: string; Panel: ComponentType }[] = [
  {
    name: 'meals',
    label: 'Weekly Meals',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/meals/meals-tab.tsx')).MealsTab,
    })),
  },
  {
    name: 'orders',
    label: 'Customer Orders',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/orders/orders-tab.tsx')).OrdersTab,
    })),
  },
  {
    name: 'prep',
    label: 'Daily Prep',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/daily-prep/daily-prep-tab.tsx')).DailyPrepTab,
    })),
  },
  {
    name: 'payments',
    label: 'Payments',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/payments/payments-tab.tsx')).PaymentsTab,
    })),
  },
  {
    name: 'waitlist',
    label: 'Waitlist',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/waitlist/waitlist-tab.tsx')).WaitlistTab,
    })),
  },
  {
    name: 'mail',
    label: 'Emails',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/emails/emails-tab.tsx')).EmailsTab,
    })),
  },
  {
    name: 'staff',
    label: 'Staff',
    Panel: lazy(async () => ({ default: (await import('./staff-panel.tsx')).StaffPanel })),
  },
  {
    name: 'system',
    label: 'System',
    Panel: lazy(async () => ({
      default: (await import('#web/portal/system/system-tab.tsx')).SystemTab,
    })),
  },
];

/** /admin for staff. Each tab is one row above and a component without props. */
export function AdminPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const tab = portalTabOf(params);
  const shown = TABS.find(({ name }) => name === tab);
  useTitle(shown?.label ?? '');
  return (
    <PortalPage heading="Admin Portal">
      <Tabs
        label="Parts of the portal"
        tabs={TABS}
        value={tab}
        onChange={(name) => void navigate(paths.admin({ tab: name }))}
      >
        <Suspense fallback={<PanelSkeleton />}>{shown && <shown.Panel />}</Suspense>
      </Tabs>
    </PortalPage>
  );
}

/** All tabs share one path, so the window's title names the tab. */
function useTitle(title: string) {
  const { name } = useConfig().business;
  useEffect(() => {
    document.title = documentTitle({ title }, name);
  }, [title, name]);
}
