import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { documentTitle } from '#web/navigation/page-handle.ts';
import { PORTAL_TABS, portalPartOf, type PortalTab } from '#web/navigation/portal-tabs.ts';
import { MoreMenu } from '#web/portal/layout/more-menu.tsx';
import { PortalPage } from '#web/portal/layout/portal-page.tsx';
import { PanelSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { RecipeAlarm } from '#web/portal/recipes/recipe-alarm.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';

const PANELS: Record<PortalTab, ComponentType> = {
  meals: lazy(async () => ({
    default: (await import('#web/portal/meals/meals-tab.tsx')).MealsTab,
  })),
  orders: lazy(async () => ({
    default: (await import('#web/portal/orders/orders-tab.tsx')).OrdersTab,
  })),
  prep: lazy(async () => ({
    default: (await import('#web/portal/daily-prep/daily-prep-tab.tsx')).DailyPrepTab,
  })),
  recipes: lazy(async () => ({
    default: (await import('#web/portal/recipes/recipes-tab.tsx')).RecipesTab,
  })),
  payments: lazy(async () => ({
    default: (await import('#web/portal/payments/payments-tab.tsx')).PaymentsTab,
  })),
  waitlist: lazy(async () => ({
    default: (await import('#web/portal/waitlist/waitlist-tab.tsx')).WaitlistTab,
  })),
  mail: lazy(async () => ({
    default: (await import('#web/portal/emails/emails-tab.tsx')).EmailsTab,
  })),
  staff: lazy(async () => ({ default: (await import('./staff-panel.tsx')).StaffPanel })),
  system: lazy(async () => ({
    default: (await import('#web/portal/system/system-tab.tsx')).SystemTab,
  })),
};

/** /admin for staff. Each part is one entry in web/navigation/portal-tabs.ts and a component without props above. */
export function AdminPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { name, label } = portalPartOf(params);
  const Panel = PANELS[name];
  useTitle(label);
  return (
    <PortalPage heading="Admin Portal" alarm={<RecipeAlarm />}>
      <Tabs
        label="Parts of the portal"
        tabs={PORTAL_TABS}
        value={name}
        onChange={(tab) => void navigate(paths.admin({ tab }))}
        beside={<MoreMenu />}
      >
        <Suspense fallback={<PanelSkeleton />}>
          <Panel />
        </Suspense>
      </Tabs>
    </PortalPage>
  );
}

/** All parts share one path, so the window's title names the part. */
function useTitle(title: string) {
  const { name } = useConfig().business;
  useEffect(() => {
    document.title = documentTitle({ title }, name);
  }, [title, name]);
}
