/** What generated clients call an operation, and the groups in which reference pages list it. */

/** First match wins. The names are those of the portal's pages, where there is one. */
const TAGS: readonly [RegExp, string][] = [
  [/^\/(livez|readyz|metrics)$/, 'Health'],
  [/^\/api\/admin\/(system|export|first-hour)/, 'System'],
  [/^\/api\/(auth|login|logout|admin\/sessions)/, 'Sign-in'],
  [/^\/api\/(admin\/)?staff/, 'Staff'],
  [/^\/api\/admin\/(tokens|webhooks)/, 'API'],
  [/^\/api\/admin\/(orders|problems)/, 'Orders'],
  [/^\/api\/admin\/(customers|audit)/, 'Customers and history'],
  [/^\/api\/admin\/(deliveries|incidents)/, 'Deliveries'],
  [/^\/api\/admin\/delivery-slots/, 'Delivery slots'],
  [/^\/api\/(drive|pack)\//, 'Driving and packing'],
  [/^\/api\/admin\/(today|live|search)/, 'Today'],
  [/^\/api\/admin\/payments/, 'Payments'],
  [/^\/api\/admin\/(messages|message-texts)/, 'Emails'],
  [
    /^\/api\/admin\/(daily-prep|prep-sheet|day-papers|run-sheet|labels|papers|temperature|food-safety|food-training|goods-lots|receivable-goods|recall-runs|meal-traces)/,
    'Kitchen and printouts',
  ],
  [/^\/api\/(admin\/)?(meals|meal-images|recipe-alerts|ratings)/, 'Meals'],
  [/^\/api\/(admin\/)?waitlist/, 'Waitlist'],
  [/^\/api\/(stripe|texts)\//, 'Reports of other services'],
  [/^\/api\//, 'Ordering'],
];

/** What each group is about, in the order of a reference page. */
export const TAGS_DESCRIBED = Object.entries({
  Orders: 'Find, read, change, cancel and refund orders.',
  Deliveries: 'Deliveries of a day: where they are, moving and refunding them, closed windows.',
  'Delivery slots': 'Days and windows with their places.',
  Meals: 'The menu, recipes and pictures.',
  'Kitchen and printouts':
    'What is cooked on a day, goods, the food safety record, recalls, sheets and labels.',
  'Driving and packing': 'What drivers and packers see and report.',
  Today: 'What needs attention now, and the portal’s search.',
  Payments: 'Undecided orders, failed refunds and the books.',
  Emails: 'Messages to customers and their words.',
  'Customers and history': 'All that is held about a customer, and who changed what.',
  Waitlist: 'Who asked to hear of the launch.',
  Staff: 'Accounts, roles and invitations.',
  System: 'State of the system, backups and export.',
  API: 'Personal tokens for programs, and webhooks that tell programs of orders.',
  'Sign-in': 'Signing in, and a person’s own account.',
  Ordering: 'What the public site calls to take an order and to follow it.',
  'Reports of other services': 'Called by the card provider and the text service.',
  Health: 'For load balancers and monitoring.',
} satisfies Record<string, string>).map(([name, description]) => ({ name, description }));

/** Every path that is described has one. */
export function tagOf(path: string): string {
  const [, name] = TAGS.find(([pattern]) => pattern.test(path)) ?? [];
  if (name === undefined) throw new Error(`${path} belongs to no group of the API's reference`);
  return name;
}

/** `GET /api/admin/orders/:id` -> `getAdminOrdersById`: method and path, so it changes only when they do. */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map(capitalise).join('');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
