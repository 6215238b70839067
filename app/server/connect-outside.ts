/** All that leads out of this installation: what the environment sets, and what owners connect in the portal. */
import { createMailer } from '#areas/messages/server/mailer.ts';
import { createTexter } from '#areas/messages/server/texter.ts';
import type { Context } from '#platform/server/context.ts';
import { openConnections, type SetByEnvironment } from '#platform/server/opened-connections.ts';
import { type Environment, mayUseSandbox } from '#platform/server/env.ts';
import { holdGateway } from '#platform/server/gateway/held-gateway.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import type { RecoveryKey } from '#platform/server/recovery-key.ts';

type OutsideParts = Pick<Context, 'db' | 'changes' | 'log'> & {
  sandbox: SandboxProcess | null;
  recoveryKey: RecoveryKey;
  /** Another than Stripe's own. */
  stripeAddress?: Context['stripeAddress'];
};

export async function connectOutside(env: Environment, given: OutsideParts) {
  const { db, changes, log, sandbox, recoveryKey, stripeAddress } = given;
  const connections = await openConnections({
    db,
    changes,
    log,
    recoveryKey,
    setByEnvironment: setByEnvironment(env),
    isDemo: env.seed === 'demo',
  });
  const allowsLocalHosts = !env.production;
  return {
    recoveryKey,
    connections,
    gateway: holdGateway({
      db,
      connections,
      stripe: env.stripe,
      sandbox,
      needsLiveKeys: !mayUseSandbox(env),
      stripeAddress,
      log,
    }),
    mailer: createMailer({
      smtpUrl: env.smtpUrl,
      from: env.mailFrom,
      dataDir: env.dataDir,
      connections,
      allowsLocalHosts,
    }),
    texter: createTexter({ ...env, service: env.textService, connections }),
    allowsLocalHosts,
    ...(stripeAddress && { stripeAddress }),
  };
}

function setByEnvironment({ stripe, smtpUrl, textService }: Environment): SetByEnvironment {
  return {
    ...(stripe && { cards: 'STRIPE_SECRET_KEY' }),
    ...(smtpUrl !== null && { mail: 'SMTP_URL' }),
    ...(textService && { sms: 'SMS_ACCOUNT' }),
  };
}
