import { expect, test } from 'vitest';
import { hasRight, rightsOf, rolesWith, STAFF_RIGHTS, STAFF_ROLES } from './roles.ts';

test('an owner may do everything', () => {
  expect(rightsOf('owner')).toEqual(STAFF_RIGHTS);
});

test('a manager may do everything but staff accounts, settings, webhooks and system', () => {
  const others = STAFF_RIGHTS.filter((right) => !hasRight('manager', right));
  expect(others).toEqual(['manageStaff', 'manageSettings', 'manageWebhooks', 'manageSystem']);
});

test('a packer packs and a driver drives', () => {
  expect(rightsOf('packer')).toEqual(['ownAccount', 'printLabels', 'pack']);
  expect(rightsOf('driver')).toEqual(['ownAccount', 'drive']);
});

test('the roles with a right come in one order, owners first', () => {
  expect(rolesWith('manageStaff')).toEqual(['owner']);
  expect(rolesWith('seeDailyPrep')).toEqual(['owner', 'manager', 'kitchen']);
  expect(rolesWith('ownAccount')).toEqual([...STAFF_ROLES]);
});
