/** Where each role's work begins. */
import type { StaffRole } from '#platform/rules/roles.ts';
import { paths, type PortalTab } from './paths.ts';

type Landing = {
  /** After signing in. */
  signedIn: string;
  /** What /admin shows as long as the address names none of its parts. */
  admin: string;
};

const tab = (name: PortalTab) => paths.admin({ tab: name });
const OFFICE: Landing = { signedIn: paths.home(), admin: tab('meals') };

export const LANDINGS: Record<StaffRole, Landing> = {
  owner: OFFICE,
  manager: OFFICE,
  kitchen: { signedIn: tab('prep'), admin: tab('prep') },
  packer: { signedIn: paths.pack(), admin: paths.pack() },
  driver: { signedIn: paths.drive(), admin: paths.drive() },
  phone: { signedIn: paths.home(), admin: tab('orders') },
};
