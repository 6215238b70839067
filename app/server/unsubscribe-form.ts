/** What a browser without scripts sends from /unsubscribe, and the page that answers it. */
import type { FastifyInstance } from 'fastify';
import { escapeText } from '#platform/rules/escape-text.ts';
import { leaveBodiesUnread } from '#platform/server/http/read-request.ts';

type UnsubscribeServer = {
  stylesheet: string;
  /** Unsubscribes the holder of this link; false: not a link of ours. */
  stopEmails: (token: string) => Promise<boolean>;
  loadBusiness: () => Promise<{ name: string; email: string }>;
};

/** The form has no address of its own, so that it is sent to that of the page, with the link's token. */
export function registerUnsubscribeForm(
  app: FastifyInstance,
  { stylesheet, stopEmails, loadBusiness }: UnsubscribeServer,
): void {
  void app.register((scope, _options, done) => {
    leaveBodiesUnread(scope);
    scope.post<{ Querystring: { token?: unknown } }>(
      '/unsubscribe',
      { schema: { hide: true }, config: { access: 'public' } },
      async ({ query: { token } }, reply) => {
        const isDone = typeof token === 'string' && (await stopEmails(token.slice(0, 200)));
        const business = await loadBusiness();
        return reply
          .code(isDone ? 200 : 404)
          .header('cache-control', 'no-store')
          .header('content-type', 'text/html; charset=utf-8')
          .send(writeAnswer({ stylesheet, isDone, business }));
      },
    );
    done();
  });
}

type Answer = {
  stylesheet: string;
  isDone: boolean;
  business: { name: string; email: string };
};

function writeAnswer({ stylesheet, isDone, business }: Answer): string {
  const email = escapeText(business.email);
  const [title, text] = isDone
    ? ['You’re unsubscribed', 'We won’t email you about the waitlist again.']
    : [
        'This link is incomplete',
        `Open it from the email again, or write to <a class="underline" href="mailto:${email}">${email}</a> and we’ll remove you from the list.`,
      ];
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeText(business.name)}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main class="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-20">
<h1 class="text-2xl">${title}</h1>
<p>${text}</p>
<p><a class="underline" href="/">Home</a></p>
</main>
</body>
</html>
`;
}
