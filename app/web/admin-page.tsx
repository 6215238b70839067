import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { documentTitle } from '#platform/web/navigation/page-handle.ts';
import { portalPartOf, type PortalTab, tabsFor } from '#platform/web/navigation/portal-tabs.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { OrderPanelsProvider } from '#app/web/order-panels.tsx';
import { MoreMenu } from '#app/web/portal/more-menu.tsx';
import { NotForRole } from '#areas/staff/web/portal/not-for-role.tsx';
import { PortalPage } from '#app/web/portal/portal-page.tsx';
import { PanelSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { ProblemAlarm } from '#areas/customers/web/portal/problem-alarm.tsx';
import { RecipeAlarm } from '#areas/orders/web/portal/recipe-alarm.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';

const PANELS: Record<PortalTab, ComponentType> = {
  meals: lazy(async () => ({
    default: (await import('#areas/recipes/web/portal/meals/meals-tab.tsx')).MealsTab,
  })),
  orders: lazy(async () => ({
    default: (await import('#areas/orders/web/portal/orders-tab.tsx')).OrdersTab,
  })),
  phone: lazy(async () => ({
    default: (await import('#areas/customers/web/portal/phone-orders-tab.tsx')).PhoneOrdersTab,
  })),
  prep: lazy(async () => ({
    default: (await import('#areas/kitchen/web/portal/daily-prep/daily-prep-tab.tsx')).DailyPrepTab,
  })),
  menus: lazy(async () => ({
    default: (await import('#areas/recipes/web/portal/menus-tab.tsx')).MenusTab,
  })),
  deliveries: lazy(async () => ({
    default: (await import('#areas/delivery/web/portal/deliveries/deliveries-tab.tsx'))
      .DeliveriesTab,
  })),
  close: lazy(async () => ({
    default: (await import('#areas/delivery/web/portal/close-window-tab.tsx')).CloseWindowTab,
  })),
  plan: lazy(async () => ({
    default: (await import('#areas/kitchen/web/portal/production/plan-tab.tsx')).PlanTab,
  })),
  'food-safety': lazy(async () => ({
    default: (await import('#areas/kitchen/web/portal/daily-prep-food-safety/food-safety-tab.tsx'))
      .FoodSafetyTab,
  })),
  recall: lazy(async () => ({
    default: (await import('#areas/kitchen/web/portal/recall-tab.tsx')).RecallTab,
  })),
  shopping: lazy(async () => ({
    default: (await import('#areas/kitchen/web/portal/shopping-tab.tsx')).ShoppingTab,
  })),
  temperatures: lazy(async () => ({
    default: (
      await import('#areas/kitchen/web/portal/daily-prep-temperatures/temperature-record-tab.tsx')
    ).TemperatureRecordTab,
  })),
  cookbook: lazy(async () => ({
    default: (await import('#areas/recipes/web/portal/cookbook/cookbook-tab.tsx')).CookbookTab,
  })),
  recipes: lazy(async () => ({
    default: (await import('#areas/orders/web/portal/recipes-tab.tsx')).RecipesTab,
  })),
  problems: lazy(async () => ({
    default: (await import('#areas/customers/web/portal/problems-tab.tsx')).ProblemsTab,
  })),
  ratings: lazy(async () => ({
    default: (await import('#areas/customers/web/portal/ratings-tab.tsx')).RatingsTab,
  })),
  payments: lazy(async () => ({
    default: (await import('#areas/payments/web/portal/payments-tab.tsx')).PaymentsTab,
  })),
  customers: lazy(async () => ({
    default: (await import('#areas/customers/web/portal/customers-tab.tsx')).CustomersTab,
  })),
  waitlist: lazy(async () => ({
    default: (await import('#areas/waitlist/web/portal/waitlist-tab.tsx')).WaitlistTab,
  })),
  figures: lazy(async () => ({
    default: (await import('#areas/office/web/portal/figures/figures-tab.tsx')).FiguresTab,
  })),
  mail: lazy(async () => ({
    default: (await import('#areas/messages/web/portal/emails-tab.tsx')).EmailsTab,
  })),
  audit: lazy(async () => ({
    default: (await import('#app/web/portal/audit-tab.tsx')).AuditTab,
  })),
  staff: lazy(async () => ({ default: (await import('./staff-panel.tsx')).StaffPanel })),
  'first-hour': lazy(async () => ({
    default: (await import('#areas/office/web/portal/first-hour-tab.tsx')).FirstHourTab,
  })),
  api: lazy(async () => ({
    default: (await import('#areas/staff/web/portal/api-access/api-tab.tsx')).ApiTab,
  })),
  settings: lazy(async () => ({
    default: (await import('#areas/places/web/portal/settings/settings-tab.tsx')).SettingsTab,
  })),
  account: lazy(async () => ({
    default: (await import('./account-panel.tsx')).AccountPanel,
  })),
  system: lazy(async () => ({
    default: (await import('#areas/office/web/portal/system-tab.tsx')).SystemTab,
  })),
  help: lazy(async () => ({
    default: (await import('#areas/office/web/portal/help-tab.tsx')).HelpTab,
  })),
};

/** /admin for staff. Each part is one entry in platform/web/navigation/portal-tabs.ts and a component without props above. */
export function AdminPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { role, rights } = useSignedIn();
  const { name, label, right } = portalPartOf(params, role);
  const Panel = rights.includes(right) ? PANELS[name] : NotForRole;
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
    <PortalPage heading="Admin Portal" alarm={<Alarms />}>
      <Tabs
        label="Parts of the portal"
        tabs={tabs}
        value={name}
        onChange={(tab) => void navigate(paths.admin({ tab }))}
        beside={<MoreMenu />}
      >
        {panel}
      </Tabs>
    </PortalPage>
  );
}

function Alarms() {
  return (
    <>
      <ProblemAlarm />
      <RecipeAlarm />
    </>
  );
}

/** All parts share one path, so the window's title names the part. */
function useTitle(title: string) {
  const { name } = useConfig().business;
  useEffect(() => {
    document.title = documentTitle({ title }, name);
  }, [title, name]);
}
