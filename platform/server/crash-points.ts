/**
 * For the chaos suite: kills the process at a named point, as `kill -9` would. The code under test knows nothing of it:
 * gateway calls, emails and database statements are wrapped from outside, statements known by their text, as
 * drizzle-orm 0.45.4 writes it. `MEALRUN_CRASH_AT` is refused in production.
 */
import type { Context } from './context.ts';
import { type StatementWatch, watchStatements } from '#platform/server/db/statement-client.ts';

type Timing = 'before' | 'after';
type GatewayCall =
  | 'createIntent'
  | 'retrieveIntent'
  | 'cancelIntent'
  | 'captureIntent'
  | 'createRefund'
  | 'listRefunds';
type Seam = { gateway: GatewayCall } | { mail: true } | { statement: RegExp };
type CrashPoint = Seam & { timing: Timing };

const statement = (pattern: RegExp): CrashPoint => ({ timing: 'before', statement: pattern });
const gateway = (timing: Timing, call: GatewayCall): CrashPoint => ({ timing, gateway: call });

export const CRASH_POINTS: Record<string, CrashPoint> = {
  'checkout/before-store': statement(/^insert into "checkouts"/),
  'checkout/before-hold': statement(/insert into "holds" \(kind, owner_id, slot_id/),
  'checkout/before-portions': statement(/insert into "holds" \(kind, owner_id, meal_day_id/),
  'checkout/before-intent': gateway('before', 'createIntent'),
  'checkout/after-intent': gateway('after', 'createIntent'),
  'checkout/before-intent-kept': statement(/^update "checkouts" set "payment_intent_id"/),
  'settle/before-ask': gateway('before', 'retrieveIntent'),
  'settle/before-lock': statement(/from "checkouts" where .* for update$/),
  'settle/before-order': statement(/^insert into "orders"/),
  'settle/before-items': statement(/insert into order_items/),
  'settle/before-payment': statement(/^insert into "payments"/),
  'settle/before-ledger': statement(/^insert into "ledger_entries"/),
  'settle/before-message': statement(/^insert into "messages"/),
  'settle/before-booking': statement(/booked = booked \+ 1 from ended/),
  'settle/before-portions': statement(/booked = d\.booked \+ ended\.amount/),
  'capture/before-take': gateway('before', 'captureIntent'),
  'capture/after-take': gateway('after', 'captureIntent'),
  'event/before-kept': statement(/^insert into "gateway_events"/),
  'event/before-finished': statement(/^update "gateway_events"/),
  'expire/before-cancel': gateway('before', 'cancelIntent'),
  'expire/after-cancel': gateway('after', 'cancelIntent'),
  'expire/before-release': statement(/set held = held - 1 from ended/),
  'expire/before-portions': statement(/set held = d\.held - ended\.amount\s+from/),
  'refund/before-wanted': statement(/^insert into "refunds"/),
  // Its trigger has notified, and the signal goes with the commit.
  'refund/before-notify': { timing: 'after', statement: /^insert into "refunds"/ },
  'refund/before-send': gateway('before', 'createRefund'),
  'refund/after-send': gateway('after', 'createRefund'),
  'refund/before-list': gateway('before', 'listRefunds'),
  'refund/before-kept': statement(/^update "refunds" set "state" = \$1, "gateway_id"/),
  'mail/before-send': { timing: 'before', mail: true },
  'mail/after-send': { timing: 'after', mail: true },
  'any/before-commit': statement(/^commit$/),
  'any/after-commit': { timing: 'after', statement: /^commit$/ },
};

/** `name`, or `name#3` for the third time it is reached. Throws for an unknown name. */
export function parseCrashAt(text: string): { point: CrashPoint; times: number } {
  const [name = '', times = '1'] = text.split('#');
  const point = CRASH_POINTS[name];
  if (!point || !/^[1-9]\d{0,5}$/.test(times)) throw new Error(`${text} is not a crash point`);
  return { point, times: Number(times) };
}

/** Wraps a member of the context, until the returned function is called. Only tests replace `die`. */
export function armCrashPoint(
  context: Context,
  crashAt: string,
  die: () => void = () => process.kill(process.pid, 'SIGKILL'),
): () => void {
  const { point, times } = parseCrashAt(crashAt);
  let left = times;
  const pass = (timing: Timing) => {
    if (timing !== point.timing) return;
    left -= 1;
    if (left === 0) die();
  };
  if ('gateway' in point) {
    const { gateway: whole } = context;
    const call = whole[point.gateway] as (...input: unknown[]) => Promise<unknown>;
    context.gateway = { ...whole, [point.gateway]: around(call, pass) };
    return () => void (context.gateway = whole);
  }
  if ('mail' in point) {
    const { mailer } = context;
    context.mailer = { ...mailer, deliver: around(mailer.deliver.bind(mailer), pass) };
    return () => void (context.mailer = mailer);
  }
  return watchStatements(passAround(point.statement, pass));
}

function around<Input extends unknown[], Output>(
  call: (...input: Input) => Promise<Output>,
  pass: (timing: Timing) => void,
) {
  return async (...input: Input): Promise<Output> => {
    pass('before');
    const output = await call(...input);
    pass('after');
    return output;
  };
}

function passAround(pattern: RegExp, pass: (timing: Timing) => void): StatementWatch {
  return (text, send) => {
    const isMeant = pattern.test(text);
    if (isMeant) pass('before');
    const answer = send();
    const isFollowed = isMeant && answer instanceof Promise;
    // Anyone who sent it hears of its failure.
    if (isFollowed)
      void answer.then(
        () => pass('after'),
        () => {},
      );
    return answer;
  };
}
