/** Puts a staff page on the screen, with the portal around it and somebody signed in. */
import type { ReactNode } from 'react';
import { getSignedIn } from '#contract/sign-in.ts';
import { PortalPage } from '#web/portal/layout/portal-page.tsx';
import { RequireStaff } from '#web/portal/sign-in/require-staff.tsx';
import type { FakeServer } from './fake-server.ts';
import { type OpenPage, openPage } from './open-page.tsx';

type PortalPageToOpen = { server: FakeServer; heading: string; at: string };

export function openPortalPage(
  element: ReactNode,
  { server, heading, at }: PortalPageToOpen,
): Promise<OpenPage> {
  server.answers(getSignedIn, () => ({
    id: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: 'Citizen',
  }));
  return openPage(
    <RequireStaff asksFor={null} fallback={null}>
      <PortalPage heading={heading}>{element}</PortalPage>
    </RequireStaff>,
    { at },
  );
}
