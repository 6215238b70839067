/** The kinds of work that fall due and are tried until they are done; one table on the System page shows them all. */
export const WORK_KINDS = [
  'emails',
  'texts',
  'gateway_events',
  'refunds',
  'checkouts',
  'captures',
  'top_ups',
  'order_changes',
  'incidents',
  'link_requests',
  'webhooks',
  'pictures',
] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

/** As staff read them. */
export const WORK_KIND_LABELS: Record<WorkKind, string> = {
  emails: 'Emails',
  texts: 'Texts',
  gateway_events: 'Card provider events',
  refunds: 'Refunds',
  checkouts: 'Checkouts to end',
  captures: 'Approved payments to take',
  top_ups: 'Pay links to end',
  order_changes: 'Changes of orders',
  incidents: 'Deliveries of closed windows',
  link_requests: 'Links of orders asked for',
  webhooks: 'Webhooks',
  pictures: 'Pictures of imported meals',
};
