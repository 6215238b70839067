/** The kitchen's staff at the portal: signed in by HTTP like everyone else. */
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { type BrowserAnswer, openBrowser } from './browser.ts';
import type { History } from './history.ts';
import { STAFF } from './app-process.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';

export type StaffBrowser = {
  /** Null: no such order, or no reply. */
  readOrder(id: number): Promise<AdminOrderReply | null>;
  /** Cancels and refunds. */
  cancel(id: number): Promise<BrowserAnswer>;
  /** Refunds a part: `amount` in dollars, "5.99". */
  refund(id: number, amount: string): Promise<BrowserAnswer>;
  setStatus(id: number, status: AdminOrderReply['status']): Promise<BrowserAnswer>;
  /** Sets a slot's capacity. */
  setCapacity(slot: SlotKey, maxDeliveries: number): Promise<BrowserAnswer>;
  get(path: string): Promise<BrowserAnswer>;
  post(path: string, body: object): Promise<BrowserAnswer>;
  close(): void;
};

const SLOTS = '/api/admin/delivery-slots';

export async function openStaffBrowser(url: string, history: History): Promise<StaffBrowser> {
  const door = openBrowser(url, 1);
  const entry = await door.json('POST', '/api/auth/sign-in/email', STAFF);
  door.close();
  if (entry.status !== 200) throw new Error(`staff were not let in: ${entry.status}`);
  const cookie = entry.cookies.map((set) => set.split(';')[0]).join('; ');
  const browser = openBrowser(url, 8, cookie);

  async function act(did: string, asking: Promise<BrowserAnswer>): Promise<BrowserAnswer> {
    const answer = await asking;
    const { code } = (answer.body ?? {}) as { code?: string };
    history.note({ who: 'staff', did, status: answer.status, ...(code && { code }) });
    return answer;
  }

  async function setCapacity(
    { date, window }: SlotKey,
    maxDeliveries: number,
  ): Promise<BrowserAnswer> {
    const body = { date, timeSlot: window, maxDeliveries };
    const made = await act('set a slot', browser.json('POST', SLOTS, body));
    if (made.status !== 409) return made;
    const listed = await browser.get(`${SLOTS}?from=${date}&to=${date}`);
    if (listed.status !== 200) return listed;
    const slot = (listed.body as SlotReply[]).find(({ timeSlot }) => timeSlot === window);
    return act('change a slot', browser.json('PUT', `${SLOTS}/${slot?.id}`, { maxDeliveries }));
  }

  async function readOrder(id: number): Promise<AdminOrderReply | null> {
    const { status, body } = await browser.get(`/api/admin/orders/${id}`);
    return status === 200 ? (body as AdminOrderReply) : null;
  }

  return {
    readOrder,
    cancel: (id) => act(`cancel order ${id}`, browser.json('DELETE', `/api/admin/orders/${id}`)),
    async refund(id, amount) {
      const version = (await readOrder(id))?.version;
      return act(
        `refund ${amount} of order ${id}`,
        browser.json('POST', `/api/admin/orders/${id}/refund`, {
          version,
          amount,
          reason: 'A meal was missing',
        }),
      );
    },
    setStatus: (id, status) =>
      act(
        `set order ${id} to ${status}`,
        browser.json('PUT', `/api/admin/orders/${id}/status`, { status }),
      ),
    setCapacity,
    get: (path) => browser.get(path),
    post: (path, body) => act(`post to ${path}`, browser.json('POST', path, body)),
    close: () => browser.close(),
  };
}
