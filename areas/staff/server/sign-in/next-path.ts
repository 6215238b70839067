import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NextPath } from '#platform/calls/sign-in.ts';
import { pathOnThisSite } from '#areas/staff/server/same-origin.ts';

const SIGN_IN_PAGE = '/sign-in';
export const NOT_ADMITTED = `${SIGN_IN_PAGE}?error=not_admitted`;

const Query = z.object({ next: z.string().optional().catch(undefined) });

/** The page to go to after signing in: the requested one, or the one the link was on; on this site only. Null: none. */
function nextPath(request: FastifyRequest, publicUrl: string): string | null {
  const { next } = Query.parse(request.query);
  if (next !== undefined) return NextPath.safeParse(next).data ?? null;
  const { referer = '' } = request.headers;
  const from = URL.canParse(referer) ? pathOnThisSite(referer, request, publicUrl) : null;
  const isPage = from !== null && !from.startsWith(SIGN_IN_PAGE);
  return (isPage ? NextPath.safeParse(from).data : undefined) ?? null;
}

/** The sign-in page with it: that page knows where a role may go, and sends on anyone who is signed in. */
export function signInPath(request: FastifyRequest, publicUrl: string): string {
  const next = nextPath(request, publicUrl);
  return next === null ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${new URLSearchParams({ next })}`;
}

export function redirectTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}
