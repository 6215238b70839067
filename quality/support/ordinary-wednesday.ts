/** Wednesday midday in Brisbane: the week from Tue 13 to Mon 19 Jan 2026 is open until Sunday 11 January, 5pm. */
export const AN_ORDINARY_WEDNESDAY = '2026-01-07T02:00:00Z';
