import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { documentTitle } from '#web/navigation/page-handle.ts';
import { portalPartOf, type PortalTab, tabsFor } from '#web/navigation/portal-tabs.ts';
import { useSignedIn } from '#web/api/session.ts';
import { MoreMenu } from '#web/portal/layout/more-menu.tsx';
import { NotForRole } from '#web/portal/layout/not-for-role.tsx';
import { PortalPage } from '#web/portal/layout/portal-page.tsx';
import { PanelSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { ProblemAlarm } from '#web/portal/problems/problem-alarm.tsx';
import { RecipeAlarm } from '#web/portal/recipes/recipe-alarm.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';

const PANELS: Record<PortalTab, ComponentType> = {
  meals: lazy(async () => ({
    default: (await import('#web/portal/meals/meals-tab.tsx')).MealsTab,
  })),
  orders: lazy(async () => ({
    default: (await import('#web/portal/orders/orders-tab.tsx')).OrdersTab,
  })),
  phone: lazy(async () => ({
    default: (await import('#web/portal/phone-orders/phone-orders-tab.tsx')).PhoneOrdersTab,
  })),
  prep: lazy(async () => ({
    default: (await import('#web/portal/daily-prep/daily-prep-tab.tsx')).DailyPrepTab,
  })),
  menus: lazy(async () => ({
    default: (await import('#web/portal/menu-weeks/menus-tab.tsx')).MenusTab,
  })),
  deliveries: lazy(async () => ({
    default: (await import('#web/portal/deliveries/deliveries-tab.tsx')).DeliveriesTab,
  })),
  close: lazy(async () => ({
    default: (await import('#web/portal/incidents/close-window-tab.tsx')).CloseWindowTab,
  })),
  plan: lazy(async () => ({
    default: (await import('#web/portal/production/plan-tab.tsx')).PlanTab,
  })),
  'food-safety': lazy(async () => ({
    default: (await import('#web/portal/daily-prep/food-safety/food-safety-tab.tsx')).FoodSafetyTab,
  })),
  recall: lazy(async () => ({
    default: (await import('#web/portal/daily-prep/recall/recall-tab.tsx')).RecallTab,
  })),
  shopping: lazy(async () => ({
    default: (await import('#web/portal/production/shopping/shopping-tab.tsx')).ShoppingTab,
  })),
  temperatures: lazy(async () => ({
    default: (await import('#web/portal/daily-prep/temperatures/temperature-record-tab.tsx'))
      .TemperatureRecordTab,
  })),
  cookbook: lazy(async () => ({
    default: (await import('#web/portal/cookbook/cookbook-tab.tsx')).CookbookTab,
  })),
  recipes: lazy(async () => ({
    default: (await import('#web/portal/recipes/recipes-tab.tsx')).RecipesTab,
  })),
  problems: lazy(async () => ({
    default: (await import('#web/portal/problems/problems-tab.tsx')).ProblemsTab,
  })),
  ratings: lazy(async () => ({
    default: (await import('#web/portal/ratings/ratings-tab.tsx')).RatingsTab,
  })),
  payments: lazy(async () => ({
    default: (await import('#web/portal/payments/payments-tab.tsx')).PaymentsTab,
  })),
  customers: lazy(async () => ({
    default: (await import('#web/portal/customers/customers-tab.tsx')).CustomersTab,
  })),
  waitlist: lazy(async () => ({
    default: (await import('#web/portal/waitlist/waitlist-tab.tsx')).WaitlistTab,
  })),
  figures: lazy(async () => ({
    default: (await import('#web/portal/figures/figures-tab.tsx')).FiguresTab,
  })),
  mail: lazy(async () => ({
    default: (await import('#web/portal/emails/emails-tab.tsx')).EmailsTab,
  })),
  audit: lazy(async () => ({
    default: (await import('#web/portal/audit/audit-tab.tsx')).AuditTab,
  })),
  staff: lazy(async () => ({ default: (await import('./panels/staff-panel.tsx')).StaffPanel })),
  'first-hour': lazy(async () => ({
    default: (await import('#web/portal/first-hour/first-hour-tab.tsx')).FirstHourTab,
  })),
  api: lazy(async () => ({
    default: (await import('#web/portal/api-access/api-tab.tsx')).ApiTab,
  })),
  settings: lazy(async () => ({
    default: (await import('#web/portal/settings/settings-tab.tsx')).SettingsTab,
  })),
  account: lazy(async () => ({
    default: (await import('./panels/account-panel.tsx')).AccountPanel,
  })),
  system: lazy(async () => ({
    default: (await import('#web/portal/system/system-tab.tsx')).SystemTab,
  })),
  help: lazy(async () => ({ default: (await import('#web/portal/help/help-tab.tsx')).HelpTab })),
};

/** /admin for staff. Each part is one entry in web/navigation/portal-tabs.ts and a component without props above. */
export function AdminPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { role, rights } = useSignedIn();
  const { name, label, right } = portalPartOf(params, role);
  const Panel = rights.includes(right) ? PANELS[name] : NotForRole;
  const tabs = tabsFor(rights);
  const panel = (
    <Suspense fallback={<PanelSkeleton />}>
      <Panel />
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
