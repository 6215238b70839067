/** `npm run staff -- invite EMAIL | reset EMAIL | list`: staff accounts, for the operator of the host. */
import { emailKey, isEmailAddress } from '#domain/customer/email-address.ts';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/db/client.ts';
import { type Environment, loadEnvironment } from '#server/env.ts';
import { inviteStaff } from '#server/staff/accounts/invite-staff.ts';
import { makeResetLink } from '#server/staff/accounts/reset-password.ts';
import { openSignIn } from '#server/staff/sign-in/sign-in.ts';
import { findStaffByEmail, listInvites, listStaff } from '#server/staff/accounts/staff-queries.ts';
import { openAppDatabase } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run staff -- invite EMAIL   print a one-time link that creates an account
npm run staff -- reset EMAIL    print a one-time link that sets a new password and removes a lost second factor
npm run staff -- list           list accounts and open invitations`;

type Command = 'list' | 'invite' | 'reset';

const [command, email, ...rest] = process.argv.slice(2);

await runTool(async () => {
  if (rest.length > 0 || !isUsable(command, email)) throw new Error(USAGE);
  const env = loadEnvironment();
  const { db, close } = await openAppDatabase(env);
  try {
    if (command === 'list') await printStaff(db);
    else await printLink(env, db, command, emailKey(email ?? ''));
  } finally {
    await close();
  }
});

function isUsable(name: string | undefined, address: string | undefined): name is Command {
  if (name === 'list') return address === undefined;
  return (name === 'invite' || name === 'reset') && isEmailAddress(address ?? '');
}

async function printLink(
  env: Environment,
  db: Database,
  name: 'invite' | 'reset',
  address: string,
): Promise<void> {
  const clock = createClock(env.now);
  const signIn = await openSignIn({ db, clock, log: console }, env);
  const context = { db, clock, signIn };
  const link =
    name === 'invite'
      ? await inviteStaff(context, null, address)
      : await makeResetLink(context, null, await findStaffByEmail(db, address));
  console.log(`One-time link for ${link.email}, valid until ${link.expiresAt}:\n${link.url}`);
}

async function printStaff(db: Database): Promise<void> {
  for (const account of await listStaff(db)) {
    const { firstName, lastName, isActive, twoFactorEnabled } = account;
    const notes = [
      isActive ? 'active' : 'disabled',
      ...(twoFactorEnabled ? ['two-step sign-in'] : []),
    ];
    console.log(`${account.email}  ${`${firstName} ${lastName}`.trim()}  (${notes.join(', ')})`);
  }
  for (const invite of await listInvites(db)) {
    console.log(`${invite.email}  (invited, valid until ${invite.expiresAt})`);
  }
}
