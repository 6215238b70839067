/** Whether PUBLIC_URL leads to this installation, and until when its certificate is good. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { z } from 'zod';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import { describeGoingLive } from '#areas/office/server/describe-going-live.ts';
import {
  changeAnswers,
  readAnswers,
  recordAnswers,
} from '#areas/office/server/going-live-answers.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict } from '#platform/server/errors.ts';
import { isSameSecret, signNonce } from '#platform/server/link-token.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

const PATIENCE_MS = 10_000;
const Answer = z.object({ signed: z.string() });

/** Only this installation can sign the nonce, wherever the name leads. Throws Conflict `address_elsewhere`. */
export async function proveAddress(context: Context, staff: StaffMember): Promise<GoingLiveReply> {
  const { publicUrl } = context.signIn;
  await askAddress(context, publicUrl);
  const certificateEnds = await certificateEndOf(publicUrl).catch(() => null);
  await recordAnswers(context, staff, 'address', (kept) => ({
    ...kept,
    address: { url: publicUrl, certificateEnds },
  }));
  return describeGoingLive(context);
}

async function askAddress(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  publicUrl: string,
): Promise<void> {
  const nonce = randomBytes(24).toString('base64url');
  const refuse = (words: string) =>
    new Conflict('address_elsewhere', `${words} Whoever runs the server sets PUBLIC_URL.`);
  let answer: unknown;
  try {
    const reply = await fetch(`${publicUrl}/livez?nonce=${nonce}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = await reply.json();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw refuse(`${publicUrl} doesn’t answer from here (${why}).`);
  }
  const read = Answer.safeParse(answer);
  if (!read.success || !isSameSecret(read.data.signed, signNonce(trackingSecret, nonce)))
    throw refuse(`${publicUrl} leads to something else.`);
}

/** An instant; null: there is no certificate to end. Throws when nobody answers. */
async function certificateEndOf(publicUrl: string): Promise<number | null> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  const socket = connect({
    host: hostname,
    port: port === '' ? 443 : Number(port),
    servername: hostname,
    // One that is over already is told, not refused.
    rejectUnauthorized: false,
    timeout: PATIENCE_MS,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

/** Every night: it is renewed by others, without a word to us. */
export async function renewCertificateEnd(context: Context): Promise<void> {
  const { address } = await readAnswers(context.db);
  if (address === null || address.url !== context.signIn.publicUrl) return;
  const certificateEnds = await certificateEndOf(address.url).catch(() => address.certificateEnds);
  await context.db.transaction((tx) =>
    changeAnswers(tx, context.clock(), (kept) => ({
      ...kept,
      address: { ...address, certificateEnds },
    })),
  );
}
