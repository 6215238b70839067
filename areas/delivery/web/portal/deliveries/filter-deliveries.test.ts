import { describe, expect, test } from 'vitest';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { fits, labelOf, readFilter, STATUS_FILTERS } from './describe-deliveries.ts';

const aDelivery = (change: Partial<DeliveryReply> = {}): DeliveryReply => ({
  id: 1,
  orderId: 7,
  orderNumber: 'RT-7K3F-9Q2X',
  date: '2026-01-13',
  timeSlot: '11:00-13:00',
  status: 'planned',
  stop: 1,
  nearStop: null,
  version: 1,
  flag: null,
  flagSeenBy: null,
  isSettled: false,
  madeOn: null,
  customer: {
    firstName: 'Lan',
    lastName: 'Nguyễn',
    phone: '+61412345678',
    address: '12 Shore Street West',
    suburb: 'Cleveland',
    specialInstructions: '',
    deliveryPreference: 'cold',
  },
  payer: null,
  isGift: false,
  people: [],
  bags: 1,
  driver: null,
  notices: [],
  events: [],
  ...change,
});

const at = (hour: number) => ({ date: '2026-01-13', minuteOfDay: hour * 60 });
const shown = (address: string, delivery: DeliveryReply, hour = 12) =>
  fits(delivery, readFilter(new URLSearchParams(address)), at(hour));

describe('the address says which deliveries are shown', () => {
  test('all of them when it says nothing, or nothing that we know', () => {
    expect(shown('', aDelivery())).toBe(true);
    expect(shown('status=burnt&allergies=maybe', aDelivery())).toBe(true);
  });

  test('those in a state, or still open', () => {
    expect(shown('status=missed', aDelivery({ status: 'missed' }))).toBe(true);
    expect(shown('status=missed', aDelivery())).toBe(false);
    expect(shown('status=open', aDelivery())).toBe(true);
    expect(shown('status=open', aDelivery({ status: 'delivered' }))).toBe(false);
  });

  test('the late ones, as soon as their window is over', () => {
    expect(shown('status=late', aDelivery(), 12)).toBe(false);
    expect(shown('status=late', aDelivery(), 13)).toBe(true);
    expect(fits(aDelivery(), { q: '', status: 'late', withNeeds: false, driver: '' }, null)).toBe(
      false,
    );
  });

  test('those of a driver, or of nobody yet', () => {
    const ofSam = aDelivery({ driver: { id: 'sam', name: 'Sam Road' } });
    expect(shown('driver=sam', ofSam)).toBe(true);
    expect(shown('driver=ana', ofSam)).toBe(false);
    expect(shown('driver=none', ofSam)).toBe(false);
    expect(shown('driver=none', aDelivery())).toBe(true);
  });

  test('those whose reports are to be checked', () => {
    expect(shown('status=flagged', aDelivery({ flag: 'two_reports' }))).toBe(true);
    expect(shown('status=flagged', aDelivery())).toBe(false);
  });

  test('those with someone who has allergies, a diet or a note', () => {
    const mia = {
      name: 'Mia',
      allergens: ['almond' as const],
      avoid: [],
      diets: [],
      note: '',
      items: [],
    };
    expect(shown('allergies=yes', aDelivery({ people: [mia] }))).toBe(true);
    expect(shown('allergies=yes', aDelivery({ people: [{ ...mia, allergens: [] }] }))).toBe(false);
  });
});

test('every choice has a name of its own', () => {
  expect(new Set(STATUS_FILTERS.map(labelOf)).size).toBe(STATUS_FILTERS.length);
});
