/** Puts a staff page on the screen, with the portal around it and someone signed in. */
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { PortalShell } from '#app/web/portal/portal-shell.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import type { FakeServer } from './fake-server.ts';
import { signedInAs } from './signed-in-as.ts';
import { type OpenPage, openPage, type PageToOpen } from './open-page.tsx';

type PortalPageToOpen = Pick<PageToOpen, 'at' | 'config'> & {
  server: FakeServer;
  heading: string;
  role?: StaffRole;
};

/** Resolves once the page has its heading, so it hears keys. */
export async function openPortalPage(
  element: ReactNode,
  { server, heading, at, config, role = 'owner' }: PortalPageToOpen,
): Promise<OpenPage> {
  server.answers(getSignedIn, () => signedInAs(role));
  const opened = await openPage(
    <RequireStaff asksFor={null} fallback={null}>
      <PortalShell heading={heading}>{element}</PortalShell>
    </RequireStaff>,
    { at, config },
  );
  // That of the page, or its own.
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return opened;
}
