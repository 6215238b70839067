/**
 * The app of a worker's journeys: the real one in a process of its own, which can be given another time and a new
 * business without starting again.
 */
import '#platform/server/process-environment.ts';
import { serve, startJobs } from '#app/server/serve.ts';
import { createFirstStaff } from '#areas/staff/server/accounts/first-staff.ts';
import { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import { createClock } from '#platform/server/context.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { emptyBusiness, renewSite, storeSeed } from '#quality/support/empty-business.ts';

export type StaffAccount = { email: string; password: string };

/** What the fixtures tell it. `now`: an ISO instant from which its clock runs. */
export type Instruction =
  | { act: 'setNow'; now: string }
  | { act: 'empty'; now: string; owner: StaffAccount | null };

const env = loadEnvironment();
let clock = createClock(env.now);
let jobs: ReturnType<typeof startJobs> | undefined;
/** Where a journey has put a Stripe of its own. */
const [, host, port] = /^(.+):(\d+)$/.exec(process.env['FAKE_STRIPE'] ?? '') ?? [];
const serving = serve(env, {
  clock: () => clock(),
  ...(host !== undefined && { stripeAddress: { host, port: Number(port) } }),
  startJobs(context) {
    jobs = startJobs(context);
    return { stop: async () => (await jobs?.stop()) ?? 0 };
  },
});
const stop = () => void serving.stop().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);
const { context, sandbox } = await serving.started;
await storeSeed(context.db);

async function follow(instruction: Instruction): Promise<void> {
  // Started again, they look at the clock at once.
  await jobs?.stop();
  clock = createClock(instruction.now);
  if (instruction.act === 'empty') await empty(instruction.owner);
  else await renewSite(context);
  jobs = startJobs(context);
}

async function empty(owner: StaffAccount | null): Promise<void> {
  if (sandbox === null) throw new Error('Journeys pay in the sandbox');
  await emptyBusiness({ context, sandbox });
  await sandbox.setWebhook(`http://127.0.0.1:${env.port}/api/stripe/webhook`, HANDLED_EVENTS);
  await renewSite(context);
  await createFirstStaff(context, owner);
}

process.on('message', ({ id, instruction }: { id: number; instruction: Instruction }) => {
  follow(instruction).then(
    () => process.send?.({ id }),
    (error: unknown) => process.send?.({ id, failure: String(error) }),
  );
});
