/** `npm run erase -- EMAIL`: erases one customer, or writes a file with everything held about them. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { CustomerFileReply } from '#areas/customers/calls/customers.ts';
import { isEmailAddress } from '#platform/rules/customer-name.ts';
import type { Context } from '#platform/server/context.ts';
import { describeCustomer } from '#areas/customers/server/get-customer.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { openAppContext } from './app-context.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run erase -- EMAIL               erase a customer; amounts, meals and dates stay. Asks first
npm run erase -- EMAIL --yes         the same without asking
npm run erase -- EMAIL --file FILE   erase nothing: write everything held about them to FILE, as JSON`;

type Options = { email: string; isConfirmed: boolean; file: string | null };

await runTool(async () => {
  const options = readOptions();
  const { context, close } = await openAppContext(loadEnvironment());
  try {
    const held = await describeCustomer(context, options.email);
    if (options.file !== null) await saveFile(held, path.resolve(options.file));
    else await erase(context, held, options);
  } finally {
    await close();
  }
});

function readOptions(): Options {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false }, file: { type: 'string' } },
    });
    const [email = '', ...rest] = positionals;
    const { yes, file = null } = values;
    if (!isEmailAddress(email) || rest.length > 0 || (yes && file !== null)) throw new Error(USAGE);
    return { email, isConfirmed: yes, file };
  } catch {
    throw new Error(USAGE);
  }
}

/** Only its owner can read it, and an existing file is not overwritten. */
async function saveFile(held: CustomerFileReply, file: string): Promise<void> {
  await writeFile(file, `${JSON.stringify(held, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  console.log(`${file}\n${countHeld(held)}. Nothing was erased.`);
}

async function erase(context: Context, held: CustomerFileReply, options: Options): Promise<void> {
  console.log(`Held about ${options.email}: ${countHeld(held)}.`);
  if (!options.isConfirmed && !(await isConfirmed(options.email))) {
    throw new Error('Nothing was erased.');
  }
  const erased = await eraseCustomer(context, null, options.email);
  console.log(
    `Erased from ${erased.orders} orders, ${erased.unpaidCheckouts} unpaid checkouts, ${erased.emails} emails, ${erased.printouts} printouts and ${erased.waitlistEntries} waitlist entries.`,
  );
  for (const line of erased.elsewhere) console.log(line);
}

function countHeld({ orders, unpaidCheckouts, waitlist, otherEmails }: CustomerFileReply): string {
  return `${orders.length} orders, ${unpaidCheckouts.length} unpaid checkouts, ${waitlist.length} waitlist entries, ${otherEmails.length} other emails`;
}

async function isConfirmed(email: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const question =
    'Name, address, phone, email and instructions are erased for good; amounts, meals and dates stay. Erase? (yes/no) ';
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return ['y', 'yes', email.toLowerCase()].includes(answer.trim().toLowerCase());
}
