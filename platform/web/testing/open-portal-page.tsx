/** Puts a staff page on the screen, with the portal around it and someone signed in. */
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getSignedIn, type SignedInReply } from '#platform/calls/sign-in.ts';
import { type StaffRole, rightsOf } from '#platform/rules/roles.ts';
import { PortalShell } from '#app/web/portal/portal-shell.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import type { FakeServer } from './fake-server.ts';
import { type OpenPage, openPage, type PageToOpen } from '#platform/web/testing/open-page.tsx';

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

/** What the server says of someone signed in with this role. */
export function signedInAs(role: StaffRole): SignedInReply {
  return {
    id: '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61',
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: 'Citizen',
    role,
    rights: rightsOf(role),
  };
}
