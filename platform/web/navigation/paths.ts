/** Every link of the site is built here. */
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type OrderStep = 1 | 2 | 3 | 4;

/** The parts of /admin by their name in the address. What each is stands in `web/portal/pages.ts` of its area. */
export type PortalTab =
  | 'meals'
  | 'menus'
  | 'import'
  | 'ratings'
  | 'orders'
  | 'phone'
  | 'problems'
  | 'prep'
  | 'customers'
  | 'waitlist'
  | 'mail'
  | 'plan'
  | 'shopping'
  | 'cookbook'
  | 'food-safety'
  | 'recipes'
  | 'deliveries'
  | 'close'
  | 'figures'
  | 'payments'
  | 'settings'
  | 'first-hour'
  | 'staff'
  | 'api'
  | 'audit'
  | 'system'
  | 'account'
  | 'help';

type AdminAddress = {
  tab?: PortalTab;
  meal?: number | 'new';
  /** The part of Recipes, or the suppliers of Shopping, and what of it is open. */
  part?: 'meals' | 'components' | 'ingredients' | 'suppliers' | 'printouts';
  open?: number;
  order?: number;
  /** What is asked at once of the order that is open. */
  do?: 'refund' | 'move' | 'cancel' | 'message';
  /** The ingredient that is counted in Stock. */
  count?: number;
  /** What a list, or Help, is searched for. */
  q?: string;
  /** Any order of the customer whose page it is. */
  customer?: number;
  /** The meal that ran out. */
  runOut?: number;
  /** The day that Deliveries opens at, or from which a meal ran out. */
  date?: PlainDate | undefined;
  /** How Shopping shows what to buy; goods in, or the stock. Of Food Safety: the record, or recalls. */
  by?: 'area' | 'goods' | 'stock' | 'record' | 'recall';
  /** What someone takes in that was not ordered. */
  ingredient?: number;
  /** The days of deliveries, and those with a forecast, that Plan and Shopping are about. */
  from?: PlainDate;
  to?: PlainDate;
  forecast?: string;
  /** Deliveries asks how those of the day ended that have no ending. */
  end?: 'day';
  /** The delivery that Deliveries asks to move. */
  move?: number;
  /** The window of it whose customers are written to. */
  message?: string | undefined;
  /** The driver whose rest is handed over: an id, or what a name begins with; empty: the only one on the road. */
  handOver?: string;
  /** What the dialog Close begins with besides `date`: the last day, windows with commas between; none: whole days. */
  until?: PlainDate;
  window?: string;
  /** A closed window that is worked through. */
  incident?: number;
  /** What the lists of orders, deliveries or emails are filtered by. */
  status?: string;
  /** Only deliveries with someone who has allergies, a diet or a note. */
  allergies?: 'yes';
  /** The page of the handbook, and the section that it or Settings opens at. */
  page?: string;
  section?: string;
  /** The setting that its section opens at, by its path. */
  field?: string;
};

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}

/** A step of the wizard that is open: that of customers, or of staff who order for a caller. */
export function orderStep(at: { step: OrderStep }): { search: string } {
  return { search: withQuery('', at) };
}

export const paths = {
  /** For staff, of whom the card on it may show another day. */
  home: (at: { day?: PlainDate } = {}) => withQuery('/', at),
  menu: (filter: { type?: 'lunch' | 'dinner' } = {}) => withQuery('/menu', filter),
  /** A meal's own page. */
  meal: (slug: string) => `/menu/${slug}`,
  howItWorks: () => '/how-it-works',
  faq: () => '/faq',
  about: () => '/about',
  landing: () => '/landing',
  /** Prefills the form with `suburb`, if given. */
  waitlist: (asked: { suburb?: string } = {}) => withQuery('/waitlist', asked),
  privacy: () => '/privacy',
  terms: () => '/terms',
  /** Where the suburb check goes without scripts: the server redirects to the order or the waitlist. */
  suburbCheck: () => '/suburb',
  calorieCalculator: () => '/calorie-calculator',
  /** `meal`: the slug of one to begin with. `again`: asks what to take of last week's. */
  order: (at: { step?: OrderStep; meal?: string | undefined; again?: 1 } = {}) =>
    withQuery('/order', at),
  checkout: () => '/checkout',
  orderSuccess: (order: { orderNumber: string }) => withQuery('/order-success', order),
  /** Where a caller pays what staff took on the phone. */
  pay: (token: string) => `/pay/${encodeURIComponent(token)}`,
  /** What a mailbox asked to be told of: places that come free. */
  bell: (token: string) => `/bell/${encodeURIComponent(token)}`,
  findOrder: () => '/find-order',
  thisDevice: () => '/this-device',
  tracking: (token: string) => `/track/${encodeURIComponent(token)}`,
  changeOrder: (token: string) => `/track/${encodeURIComponent(token)}/change`,
  admin: (at: AdminAddress = {}) => withQuery('/admin', at),
  /** The wizard for staff who take an order on the phone; `from`: one that is taken up again. */
  phoneOrder: (at: { from?: string } = {}) => withQuery('/phone-order', at),
  bench: () => '/bench',
  pack: () => '/pack',
  drive: () => '/drive',
  /** What the code on a bag opens. */
  driveStop: (deliveryId: number) => `/drive/stop/${deliveryId}`,
  /** Opens at the week of a day, or at this one; `open`: asks whether to open that day, or windows of it, with commas between. */
  deliverySlots: (
    at: {
      week?: PlainDate | undefined;
      open?: PlainDate | undefined;
      window?: string | undefined;
    } = {},
  ) => withQuery('/delivery-slots', at),
  signIn: (after: { next?: string } = {}) => withQuery('/sign-in', after),
  /** Sends a browser to the sign-in page, and from there to `next`. */
  login: (after: { next?: string } = {}) => withQuery('/api/login', after),
  singleSignOn: (after: { next?: string } = {}) => withQuery('/api/auth/oidc', after),
  logout: () => '/api/logout',
  /** What visitors see, for staff too. */
  publicHome: () => withQuery('/', { view: 'public' }),
  /** "(07) 5550 0164" -> "tel:+61755500164". */
  phone: (shown: string) => `tel:${shown.replaceAll(/\D/g, '').replace(/^0/, '+61')}`,
  /** `phone`: as +61 and nine digits. */
  text: (phone: string) => `sms:${phone}`,
  email: (address: string) => `mailto:${address}`,
};
