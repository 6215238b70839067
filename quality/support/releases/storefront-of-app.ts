import type { TestApp } from '#quality/support/test-app.ts';
import type { Storefront } from './site.ts';

/** The app of a test, as its visitors and staff reach it. */
export function storefrontOf({ app }: TestApp): Storefront {
  return {
    async call(method, url, body, cookie) {
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const reply = await app.inject({
        method,
        url,
        headers: { ...(body && { 'content-type': type }), ...(cookie && { cookie }) },
        ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
      });
      const isJson = String(reply.headers['content-type']).includes('json') && reply.body !== '';
      const set = reply.headers['set-cookie'] ?? [];
      return {
        status: reply.statusCode,
        body: isJson ? reply.json<unknown>() : reply.body,
        cookies: Array.isArray(set) ? set : [set],
      };
    },
  };
}
