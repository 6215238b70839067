/** Staff of the demo, one of each role and a second driver. All sign in with one password. */
import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { StaffRole } from '#platform/rules/roles.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { createAccount } from '#areas/staff/server/accounts/create-account.ts';
import { hashPassword } from '#areas/staff/server/sign-in/passwords.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export type DemoCrew = {
  owner: StaffMember;
  manager: StaffMember;
  kitchen: StaffMember;
  packer: StaffMember;
  phone: StaffMember;
  drivers: [StaffMember, StaffMember];
};

/** As printed at the start. */
export type DemoSignIn = { email: string; password: string };

const WORDS =
  'pelican mangrove jetty melaleuca lorikeet ferry mango banksia dugong tide curlew pandanus'.split(
    ' ',
  );

/** A new one for each demo: anyone who finds its address must not get in. */
export function makeDemoPassword(): string {
  const word = () => WORDS[randomInt(WORDS.length)] ?? '';
  return `${word()}-${word()}-${word()}-${randomInt(1_000_000, 10_000_000)}`;
}

/** The owner is the account that exists, of STAFF_EMAIL, or a new one. */
export async function hireCrew(
  context: StaffContext,
  { email: ownerEmail, password }: DemoSignIn,
): Promise<DemoCrew> {
  const passwordHash = await hashPassword(context.signIn, password);
  const hire = async (name: string, role: StaffRole, email = emailOf(name)) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const [existing] = await context.db.select().from(staff).where(eq(staff.email, email));
    const account = { email, firstName, lastName, role, passwordHash };
    const row =
      existing ??
      (await context.db.transaction((tx) =>
        createAccount(tx, context, account, role === 'owner' ? 'first_start' : 'invite'),
      ));
    return {
      id: row.id,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      role: row.role,
    };
  };
  return {
    owner: await hire('Robin Whitlock', 'owner', ownerEmail),
    manager: await hire('Grace Tanaka', 'manager'),
    kitchen: await hire('Matteo Ricci', 'kitchen'),
    packer: await hire('Tilly Brooks', 'packer'),
    phone: await hire('Anjali Menon', 'phone'),
    drivers: [await hire('Dan Kowalski', 'driver'), await hire('Sefina Leota', 'driver')],
  };
}

export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@demo-kitchen.example`;
}
