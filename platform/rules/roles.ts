/** What someone is here for. It decides what they may see and do: `rights.ts`. */
export const STAFF_ROLES = ['owner', 'manager', 'kitchen', 'packer', 'driver', 'phone'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** For an invitation that does not say: anyone who runs the day, and no one who lets others in. */
export const INVITED_ROLE: StaffRole = 'manager';

/** They work with a phone or a tablet in hand, where a password is hard to type, and see the least. */
export const FIELD_ROLES = ['packer', 'driver'] as const satisfies StaffRole[];

/** On screen: its name, and what it is for. */
export const ROLE_TEXTS: Record<StaffRole, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'Everything, including staff, settings, backups and exports.' },
  manager: {
    name: 'Manager',
    purpose: 'Everything but staff accounts, business settings, backups and exports.',
  },
  kitchen: {
    name: 'Kitchen',
    purpose:
      'Daily prep, food safety, goods and printouts. Meals and recipes to look up. No payments or email addresses.',
  },
  packer: { name: 'Packer', purpose: 'Packing bags, today and tomorrow.' },
  driver: { name: 'Driver', purpose: 'Driving, today.' },
  phone: {
    name: 'Phone',
    purpose: 'Orders, refunds, emails, customers and the waitlist. Slots and meals to look up.',
  },
};

/**
 * The one table of who may do what: right -> roles that have it. An owner has every right, so owners are not listed.
 * A right that shows an email address or what someone paid must not be given to kitchen, packer or driver.
 */
const HELD_BY = {
  /** Who one is, how one signs in, where one is signed in. */
  ownAccount: ['manager', 'kitchen', 'packer', 'driver', 'phone'],
  seeOrders: ['manager', 'phone'],
  /** To hear which orders are new or changed, by number. */
  followOrders: ['manager', 'kitchen', 'phone'],
  editOrders: ['manager', 'phone'],
  /** For callers, who pay by a link: places are held for them. */
  takePhoneOrders: ['manager', 'phone'],
  /** Cancelling too, which refunds. */
  setOrderStatus: ['manager', 'phone'],
  refundOrders: ['manager', 'phone'],
  /** What customers reported as wrong, with their photos. */
  seeProblems: ['manager', 'phone'],
  /** Refunds, brings meals again, answers. */
  decideProblems: ['manager', 'phone'],
  /** The trail of what one may see; see `AUDIT_RIGHTS` in the contract. */
  seeHistory: ['manager', 'phone'],
  /** The file of all that is held about a customer. */
  seeCustomers: ['manager', 'phone'],
  eraseCustomers: ['manager'],
  seeEmails: ['manager', 'phone'],
  resendEmails: ['manager', 'phone'],
  /** To write to customers about their orders. */
  messageCustomers: ['manager', 'phone'],
  /** The words of pages and messages. */
  editTexts: ['manager'],
  manageWaitlist: ['manager', 'phone'],
  seeSlots: ['manager', 'phone'],
  editSlots: ['manager'],
  /** The Payments page: undecided orders, failed refunds, the books. */
  managePayments: ['manager'],
  /** How the business goes, week against week, and the accountant's files. */
  seeFigures: ['manager'],
  /** With those that are switched off or archived. */
  seeMeals: ['manager', 'kitchen', 'phone'],
  editMeals: ['manager'],
  /** Meals, recipes and contacts from files. */
  importFiles: ['manager'],
  /** What customers say of meals, with their first names. */
  seeRatings: ['manager', 'kitchen', 'phone'],
  hideRatings: ['manager'],
  seeRecipeAlerts: ['manager', 'kitchen'],
  /** Refunds and swaps meals. */
  settleRecipeAlerts: ['manager'],
  /** Swaps or refunds a meal that ran out, or asks its customers. */
  settleRunOut: ['manager'],
  /** Ingredients, components and what goes into each meal. */
  seeRecipes: ['manager', 'kitchen'],
  editRecipes: ['manager'],
  seeDailyPrep: ['manager', 'kitchen'],
  /** Sheets, labels of any day and change slips, which have phone numbers. */
  makePrintouts: ['manager', 'kitchen'],
  /** Without `makePrintouts`, of today and tomorrow only. */
  printLabels: ['manager', 'kitchen', 'packer'],
  /** For any day: whom they are for, what is in them and how far they have come. */
  seeDeliveries: ['manager', 'kitchen', 'phone'],
  /** From the office, of any delivery. Cooks, packers and drivers report theirs by their own rights. */
  setDeliveryStatus: ['manager'],
  moveDeliveries: ['manager', 'phone'],
  /** To tick off what is cooked, to take in goods, and to keep the food safety record. */
  cook: ['manager', 'kitchen'],
  /** To find the meals, deliveries and phone numbers that goods went to. */
  recallGoods: ['manager', 'kitchen'],
  /** Today's and tomorrow's bags. */
  pack: ['manager', 'packer'],
  /** Today's stops. */
  drive: ['manager', 'driver'],
  /** Personal API tokens: programs that call in one's name. */
  makeApiTokens: ['manager'],
  manageStaff: [],
  manageSettings: [],
  /** Addresses of other programs that are told of orders. */
  manageWebhooks: [],
  manageSystem: [],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'owner'>[]>;

export type StaffRight = keyof typeof HELD_BY;

export const STAFF_RIGHTS = Object.keys(HELD_BY) as [StaffRight, ...StaffRight[]];

export function hasRight(role: StaffRole, right: StaffRight): boolean {
  return rolesWith(right).includes(role);
}

export function rightsOf(role: StaffRole): StaffRight[] {
  return STAFF_RIGHTS.filter((right) => hasRight(role, right));
}

/** In the order of STAFF_ROLES. */
export function rolesWith(right: StaffRight): StaffRole[] {
  const holders: readonly StaffRole[] = ['owner', ...HELD_BY[right]];
  return STAFF_ROLES.filter((role) => holders.includes(role));
}
