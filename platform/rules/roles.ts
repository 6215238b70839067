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
    purpose: 'Daily prep, printouts, meals and recipes to settle. No payments or email addresses.',
  },
  packer: { name: 'Packer', purpose: 'Packing bags, today and tomorrow.' },
  driver: { name: 'Driver', purpose: 'Driving, today and tomorrow.' },
  phone: {
    name: 'Phone',
    purpose: 'Orders, refunds, emails, customers and the waitlist. Slots and meals to look up.',
  },
};
