import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NextPath } from '#platform/calls/sign-in.ts';
import { pathOnThisSite } from '#areas/staff/server/same-origin.ts';

export const SIGN_IN_PAGE = '/sign-in';
export const NOT_ADMITTED = `${SIGN_IN_PAGE}?error=not_admitted`;
const PORTAL = '/admin';

const Query = z.object({ next: z.string().optional().catch(undefined) });

/** Where to go after signing in: the requested page, or the page the link was on, or the portal; on this site only. */
export function nextPath(request: FastifyRequest, publicUrl: string): string {
  const { next } = Query.parse(request.query);
  if (next !== undefined) return NextPath.safeParse(next).data ?? PORTAL;
  const { referer = '' } = request.headers;
  const from = URL.canParse(referer) ? pathOnThisSite(referer, request, publicUrl) : null;
  const isPage = from !== null && !from.startsWith(SIGN_IN_PAGE);
  return (isPage ? NextPath.safeParse(from).data : undefined) ?? PORTAL;
}

export function redirectTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}
