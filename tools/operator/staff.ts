/** `npm run staff -- setup | invite EMAIL [ROLE] | role EMAIL ROLE | reset EMAIL | list`: staff accounts, for the operator of the host. */
import { emailKey, isEmailAddress } from '#platform/rules/customer-name.ts';
import { ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '#platform/rules/roles.ts';
import { createClock } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { type Environment, loadEnvironment } from '#platform/server/env.ts';
import { NotFound } from '#platform/server/errors.ts';
import { makeSetupLink } from '#areas/staff/server/accounts/first-staff.ts';
import { inviteStaff } from '#areas/staff/server/accounts/invite-staff.ts';
import { makeResetLink } from '#areas/staff/server/accounts/reset-password.ts';
import { updateStaff } from '#areas/staff/server/accounts/update-staff.ts';
import { openSignIn } from '#areas/staff/server/sign-in/sign-in.ts';
import {
  findStaffByEmail,
  listInvites,
  listStaff,
} from '#areas/staff/server/accounts/staff-queries.ts';
import { openAppDatabase } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run staff -- setup                 print a one-time link that creates the first account, an owner's
npm run staff -- invite EMAIL [ROLE]   print a one-time link that creates an account: an owner's, unless ROLE is given
npm run staff -- role EMAIL ROLE       give an account another role
npm run staff -- reset EMAIL           print a one-time link that sets a new password and removes a lost second factor
npm run staff -- list                  list accounts and open invitations

ROLE is one of ${STAFF_ROLES.join(', ')}.`;

type Command =
  | { name: 'list' }
  | { name: 'setup' }
  | { name: 'invite' | 'role'; email: string; role: StaffRole }
  | { name: 'reset'; email: string };

await runTool(async () => {
  const command = readCommand(process.argv.slice(2));
  const env = loadEnvironment();
  const { db, close } = await openAppDatabase(env);
  try {
    if (command.name === 'list') await printStaff(db);
    else if (command.name === 'setup') await printSetupLink(env, db);
    else if (command.name === 'role') await setRole(env, db, command);
    else await printLink(env, db, command);
  } finally {
    await close();
  }
});

/** Throws an Error with the usage. */
function readCommand([name, address = '', given, ...rest]: string[]): Command {
  const role = STAFF_ROLES.find((known) => known === given);
  const hasGoodRole = given === undefined || role !== undefined;
  if ((name === 'list' || name === 'setup') && address === '') return { name };
  if (rest.length > 0 || !isEmailAddress(address) || !hasGoodRole) throw new Error(USAGE);
  const email = emailKey(address);
  if (name === 'invite') return { name, email, role: role ?? 'owner' };
  if (name === 'role' && role) return { name, email, role };
  if (name === 'reset' && !role) return { name, email };
  throw new Error(USAGE);
}

async function printSetupLink(env: Environment, db: Database): Promise<void> {
  const link = await makeSetupLink({ db }, env.publicUrl);
  if (link === null)
    throw new Error('There is an account already. Use: npm run staff -- invite EMAIL');
  console.log(`One-time link, valid until ${link.expiresAt}:\n${link.url}`);
}

async function printLink(
  env: Environment,
  db: Database,
  command: Exclude<Command, { name: 'list' } | { name: 'setup' }>,
): Promise<void> {
  const clock = createClock(env.now);
  const signIn = await openSignIn({ db, clock, log: console }, env);
  const context = { db, clock, signIn };
  const link =
    command.name === 'reset'
      ? await makeResetLink(context, null, await findStaffByEmail(db, command.email))
      : await inviteStaff(context, null, command);
  console.log(`One-time link for ${link.email}, valid until ${link.expiresAt}:\n${link.url}`);
}

async function setRole(
  env: Environment,
  db: Database,
  { email, role }: { email: string; role: StaffRole },
): Promise<void> {
  const account = await findStaffByEmail(db, email);
  if (!account) throw new NotFound('This account');
  await updateStaff({ db, clock: createClock(env.now) }, null, account.id, { role });
  console.log(`${email} is now: ${ROLE_TEXTS[role].name}`);
}

async function printStaff(db: Database): Promise<void> {
  for (const account of await listStaff(db)) {
    const { firstName, lastName, role, isActive, twoFactorEnabled } = account;
    const notes = [
      role,
      isActive ? 'active' : 'disabled',
      ...(twoFactorEnabled ? ['two-step sign-in'] : []),
    ];
    console.log(`${account.email}  ${`${firstName} ${lastName}`.trim()}  (${notes.join(', ')})`);
  }
  for (const invite of await listInvites(db)) {
    console.log(`${invite.email}  (invited as ${invite.role}, valid until ${invite.expiresAt})`);
  }
}
