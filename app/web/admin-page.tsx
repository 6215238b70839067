import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { documentTitle } from '#platform/web/navigation/page-handle.ts';
import type { PortalTab } from '#platform/web/navigation/portal-tabs.ts';
import { loadComponent } from './shown-page.tsx';
import { portalPartOf, portalParts, tabsFor } from '#app/web/portal/parts.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { OrderPanelsProvider } from '#app/web/order-panels.tsx';
import { MoreMenu } from '#app/web/portal/more-menu.tsx';
import { NotForRole } from '#areas/staff/web/portal/not-for-role.tsx';
import { PortalPage } from '#app/web/portal/portal-page.tsx';
import { PanelSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { TodayCount } from '#areas/office/web/portal/today/today-count.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';

const PANELS: Partial<Record<PortalTab, ComponentType>> = Object.fromEntries(
  portalParts.map((part) => [part.tab, lazy(async () => ({ default: await loadComponent(part) }))]),
);

/** /admin for staff. Each part is an entry in `web/portal/pages.ts` of its area. */
export function AdminPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { role, rights } = useSignedIn();
  const { tab: shown, label, right } = portalPartOf(params, role);
  const Panel = rights.includes(right) ? (PANELS[shown] ?? NotForRole) : NotForRole;
  const tabs = tabsFor(rights);
  const panel = (
    <Suspense fallback={<PanelSkeleton />}>
      <OrderPanelsProvider>
        <Panel />
      </OrderPanelsProvider>
    </Suspense>
  );
  useTitle(label);
  // Packers and drivers have their own pages; here are only their account and the handbook.
  if (tabs.length === 0) return <PortalPage heading={label}>{panel}</PortalPage>;
  return (
    <PortalPage heading="Admin Portal" alarm={<TodayCount />}>
      <Tabs
        label="Parts of the portal"
        tabs={tabs.map(({ tab, label: name }) => ({ name: tab, label: name }))}
        value={shown}
        onChange={(tab) => void navigate(paths.admin({ tab }))}
        beside={<MoreMenu />}
      >
        {panel}
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
