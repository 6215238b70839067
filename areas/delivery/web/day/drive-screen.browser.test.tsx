import { page } from 'vitest/browser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type DriveDayReply,
  type DriveNoticeReply,
  type DriveStopReply,
  getDriveDay,
  sendDrivePhoto,
  sendDriveReports,
  sendNoticesRead,
} from '#areas/delivery/calls/drive.ts';
import type { QueuedReport } from '#areas/delivery/rules/driver-reports.ts';
import type { DriveSaid } from '#areas/delivery/web/day/drive-said.ts';
import type { Queued } from '#platform/rules/queued-words.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { newReportKey } from '#platform/web/offline/work-loop.ts';
import { noteLeaving } from '#platform/web/testing/leaving.ts';
import { type OpenPage, openPage } from '#platform/web/testing/open-page.tsx';
import { whenIdle } from '#platform/web/testing/when-idle.ts';
import { DriveScreen } from '#areas/delivery/web/day/drive-screen.tsx';
import { driveQueue } from '#areas/delivery/web/day/drive-queue.ts';

const { withDatabase } = driveQueue.store;

const SAM = '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61';
const ANA = '1f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a62';

const server = fakeServer();
const { left } = noteLeaving();

const aStop = (stop: number): DriveStopReply => ({
  id: stop,
  key: `${stop} Customer 9Q2X`,
  stop,
  nearStop: null,
  window: '16:00-18:00',
  name: `Customer ${stop}`,
  address: `${stop} Shore Street West, Cleveland`,
  suburb: 'Cleveland',
  instructions: 'Side gate, dog is friendly',
  phone: '+61412345678',
  bags: 2,
  temperature: 'cold',
  meals: 5,
  missing: 0,
  isTold: false,
  gate: 'go',
  isNobodys: false,
  leavesFrom: '2026-01-01T00:00:00.000Z',
  status: 'out',
  statusAt: null,
  reason: '',
  reportKey: null,
  version: 2,
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const aDay = (change: Partial<DriveDayReply> = {}): DriveDayReply => ({
  now: inHours(0),
  date: '2026-01-14',
  until: inHours(5),
  staffId: SAM,
  staffName: 'Sam Driver',
  kitchenPhone: '(07) 5550 0164',
  stops: [aStop(1), aStop(2), aStop(3)],
  notices: [],
  handedOver: [],
  ...change,
});

const aKey = (index: number) => `0197f3a0-0000-7000-8000-00000000000${index}`;

const aReport = (index: number, change: Partial<QueuedReport> = {}) =>
  ({
    key: aKey(index),
    deliveryId: index,
    status: 'delivered',
    reason: '',
    place: 'In hand',
    note: '',
    at: Date.now(),
    sendAfter: Date.now() - 1000,
    staffId: SAM,
    staffName: 'Sam Driver',
    ...change,
  }) as QueuedReport;

let opened: OpenPage | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
  await whenIdle('driving');
});

beforeEach(async () => {
  await withDatabase(async (db) => {
    for (const store of db.objectStoreNames) await db.clear(store);
  });
});

async function onThePhone(reports: readonly QueuedReport[], day?: DriveDayReply) {
  await withDatabase(async (db) => {
    for (const report of reports) await db.add('words', asWord(report));
    if (day) await db.put('days', asKept(day));
  });
}

const asWord = (report: QueuedReport) => ({ ...report, kind: 'report' });
const aPhoto = (of: string) =>
  ({
    kind: 'photo',
    of,
    photo: new Blob(['x']),
    key: `photo ${of}`,
    at: Date.now(),
    staffId: SAM,
    staffName: '',
  }) as never;
const asKept = (day: DriveDayReply, fetchedAt = Date.now()) => ({
  ...day,
  today: day.date,
  fetchedAt,
});

const wordsLeft = async () =>
  (await withDatabase((db) => db.getAll('words'))) as Queued<DriveSaid>[];
const reportsLeft = async () => (await wordsLeft()).filter((said) => said.kind === 'report');

async function openDrive() {
  opened = await openPage(<DriveScreen />, { at: '/drive' });
}

const answerAll = (note: (key: string) => void = () => {}) =>
  server.answers(sendDriveReports, ({ body }) => ({
    now: inHours(0),
    results: body.reports.map(({ key, status }) => {
      note(key);
      return { key, ok: true, status, version: 3 };
    }),
  }));

test('a tap is saved although the phone cut the connection to its storage', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await expect.element(page.getByText('1 Shore Street West, Cleveland')).toBeVisible();
  await withDatabase(async (db) => db.close());
  await page.getByRole('button', { name: 'In hand' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
  expect(await reportsLeft()).toMatchObject([{ deliveryId: 1, place: 'In hand' }]);
});

test('bags for one door are one tap, unless the driver tells them apart', async () => {
  const { address } = aStop(1);
  const [first, second, third, fourth] = [1, 2, 3, 4].map((stop) => ({ ...aStop(stop), address }));
  server.answers(getDriveDay, () => aDay({ stops: [first!, second!, third!, fourth!] }));
  await openDrive();
  await page.getByRole('checkbox', { name: '4 Customer 9Q2X: 2 bags' }).click();
  await page.getByRole('button', { name: 'Front door' }).click();
  await expect.element(page.getByText('Saved: stops 1, 2 and 3 delivered')).toBeVisible();
  expect((await reportsLeft()).map(({ deliveryId }) => deliveryId)).toEqual([1, 2, 3]);
  await expect
    .element(page.getByRole('heading', { name: '4 Customer 9Q2X', exact: true }))
    .toBeVisible();
});

describe('a stop', () => {
  const shown = async (change: Partial<DriveStopReply>) => {
    server.answers(getDriveDay, () => aDay({ stops: [{ ...aStop(1), ...change }] }));
    await openDrive();
  };
  const links = () =>
    [...document.querySelectorAll('section a')].map((link) => [
      link.textContent,
      link.getAttribute('href')?.split(':')[0],
    ]);

  test('says bags, meals and how warm, and of a short one what is missing', async () => {
    await shown({ missing: 1 });
    await expect.element(page.getByText('2 bags, 4 meals, COLD')).toBeVisible();
    await expect
      .element(page.getByText('SHORT: 1 of 5 meals is missing. The customer was not told.'))
      .toBeVisible();
    expect(await listViolations()).toEqual([]);
  });

  test('offers a text first to those who ask for one', async () => {
    await shown({ instructions: 'Please text me, baby asleep' });
    await expect
      .element(page.getByRole('link', { name: 'Text' }))
      .toHaveAttribute('href', 'sms:+61412345678');
    expect(links().slice(0, 2)).toEqual([
      ['Text', 'sms'],
      ['Call', 'tel'],
    ]);
    expect(await listViolations()).toEqual([]);
  });

  test('offers no text to a landline', async () => {
    await shown({ phone: '+61738210000', instructions: 'Please text me' });
    await expect.element(page.getByRole('link', { name: 'Call' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Text' })).not.toBeInTheDocument();
  });
});

describe('a bag on hold', () => {
  const held = (change: Partial<DriveStopReply> = {}) =>
    aDay({ stops: [{ ...aStop(1), gate: 'stop', ...change }] });
  const STOP = page.getByText('HOLD: do not hand over. Call the kitchen.');

  test('is a STOP: call, or bring it back', async () => {
    server.answers(getDriveDay, () => held());
    await openDrive();
    await expect.element(STOP).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'In hand' })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Call the kitchen' }))
      .toHaveAttribute('href', 'tel:+61755500164');
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'I’ll bring it back' }).click();
    await expect.element(page.getByText('Saved: stop 1 brought back')).toBeVisible();
    expect(await reportsLeft()).toMatchObject([{ deliveryId: 1, status: 'packed' }]);
  });

  test('is handed over only by saying that they have it, signal or not', async () => {
    await onThePhone([], held());
    server.answers(getDriveDay, () => UNREACHABLE);
    await openDrive();
    await page.getByRole('button', { name: 'They already have it' }).click();
    await page.getByRole('button', { name: 'In hand' }).click();
    await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
    expect(await reportsLeft()).toMatchObject([
      { deliveryId: 1, status: 'delivered', confirm: ['given_held'] },
    ]);
  });

  test('does not leave with the others', async () => {
    server.answers(getDriveDay, () =>
      aDay({
        stops: [
          { ...aStop(1), status: 'packed', gate: 'stop' },
          { ...aStop(2), status: 'packed' },
        ],
      }),
    );
    await openDrive();
    await expect.element(page.getByText('STAYS HERE: stop 1. Ask the kitchen.')).toBeVisible();
    await page.getByRole('button', { name: /On my way 1 stop, 2 bags/ }).click();
    await expect.element(page.getByText(/^Saved/)).toBeVisible();
    expect(await reportsLeft()).toMatchObject([{ deliveryId: 2, status: 'out' }]);
  });
});

describe('a bag whose order was cancelled on the way', () => {
  const calledBack = () => aDay({ stops: [{ ...aStop(1), gate: 'back' }, aStop(2)] });

  test('comes after all others, and is brought back, signal or not', async () => {
    await onThePhone([], calledBack());
    server.answers(getDriveDay, () => UNREACHABLE);
    await openDrive();
    await expect
      .element(page.getByRole('heading', { name: '2 Customer 9Q2X', exact: true }))
      .toBeVisible();
    await expect.element(page.getByText('CANCELLED')).toBeVisible();
    await opened?.close();
    opened = await openPage(<DriveScreen />, {
      at: '/drive/stop/1',
      routes: ['/drive', '/drive/stop/:deliveryId'],
    });
    await expect
      .element(page.getByText('CANCELLED. Do not hand this over. Bring it back.'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'In hand' })).not.toBeInTheDocument();
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'I’ll bring it back' }).click();
    await expect.element(page.getByText('Saved: stop 1 brought back')).toBeVisible();
    expect(await reportsLeft()).toMatchObject([{ deliveryId: 1, status: 'packed' }]);
  });

  test('is gone once it is back, and nobody asks for it again', async () => {
    answerAll();
    await onThePhone([aReport(1, { status: 'packed' })], calledBack());
    server.answers(getDriveDay, () => aDay({ stops: [aStop(2)] }));
    await openDrive();
    await expect
      .element(page.getByRole('heading', { name: '2 Customer 9Q2X', exact: true }))
      .toBeVisible();
    await expect.poll(reportsLeft).toEqual([]);
    await expect.element(page.getByText(/taken off the run/)).not.toBeInTheDocument();
  });
});

describe('the start of a run', () => {
  const onBench = (stop: number, change: Partial<DriveStopReply> = {}): DriveStopReply => ({
    ...aStop(stop),
    status: 'packed',
    ...change,
  });

  test('names what nobody has packed, and asks whether it is in the van', async () => {
    const stops = [onBench(1), onBench(2, { status: 'planned' }), onBench(3, { gate: 'wait' })];
    server.answers(getDriveDay, () => aDay({ stops }));
    await openDrive();
    await expect.element(page.getByText('STAYS HERE: stop 3. Ask the kitchen.')).toBeVisible();
    await page.getByRole('button', { name: /^On my way/ }).click();
    await expect
      .element(page.getByText('Nobody has packed stop 2. Is it in your van?'))
      .toBeVisible();
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Without it' }).click();
    await expect.poll(reportsLeft).toMatchObject([{ deliveryId: 1, status: 'out' }]);
  });

  test('that nobody has makes it theirs; before, nothing is said of its stops', async () => {
    const stops = [onBench(1, { isNobodys: true }), onBench(2, { isNobodys: true })];
    server.answers(getDriveDay, () => aDay({ stops }));
    await openDrive();
    await expect.element(page.getByText('Start this run first')).toBeVisible();
    await page.getByRole('button', { name: /^Start this run 2 stops/ }).click();
    await expect.element(page.getByText(/^Saved/)).toBeVisible();
    const started = { status: 'out', starts: true };
    expect(await reportsLeft()).toMatchObject([started, started]);
    await expect.element(page.getByRole('button', { name: 'Front door' })).toBeVisible();
  });

  test('that has heard nothing for a while says when it last did, and whom to call', async () => {
    const kept = asKept(aDay({ stops: [onBench(1)] }), Date.now() - 11 * 60_000);
    await withDatabase((db) => db.put('days', kept));
    server.answers(getDriveDay, () => UNREACHABLE);
    await openDrive();
    await page.getByRole('button', { name: /^On my way/ }).click();
    await expect
      .element(page.getByText(/^Last news .*m\. Get signal, or call the kitchen/))
      .toBeVisible();
    await page.getByRole('button', { name: 'Yes, I leave now' }).click();
    await expect.poll(reportsLeft).toMatchObject([{ deliveryId: 1, status: 'out' }]);
  });

  test('that leaves too early says for when it is', async () => {
    const stops = [onBench(1, { leavesFrom: inHours(3) }), onBench(2, { status: 'cooked' })];
    server.answers(getDriveDay, () => aDay({ stops }));
    await openDrive();
    await page.getByRole('button', { name: /^On my way/ }).click();
    await expect.element(page.getByText('This run is for 4pm-6pm. Leave now?')).toBeVisible();
    await page.getByRole('button', { name: 'Yes, all are in my van' }).click();
    await expect
      .poll(async () => (await reportsLeft()).map(({ confirm }) => confirm))
      .toEqual([
        ['too_early', 'not_packed'],
        ['too_early', 'not_packed'],
      ]);
  });
});

test('a note for the kitchen goes with the report', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await page.getByRole('button', { name: '+ Note' }).click();
  await page.getByLabelText('A note for the kitchen').fill('Gate code is 4711 now');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect
    .element(page.getByText('Note for the kitchen: “Gate code is 4711 now”'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Front door' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
  expect(await reportsLeft()).toMatchObject([{ deliveryId: 1, note: 'Gate code is 4711 now' }]);
});

describe('a stop that is done', () => {
  const done = (change: Partial<DriveStopReply>) =>
    server.answers(getDriveDay, () =>
      aDay({ stops: [{ ...aStop(1), statusAt: inHours(-1), reportKey: aKey(9), ...change }] }),
    );
  async function openStop() {
    opened = await openPage(<DriveScreen />, {
      at: '/drive/stop/1',
      routes: ['/drive', '/drive/stop/:deliveryId'],
    });
  }
  async function notRight() {
    await openStop();
    await page.getByRole('button', { name: 'Not right?' }).click();
  }

  test('was not delivered yet: it is open again, signal or not', async () => {
    done({ status: 'delivered' });
    await notRight();
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Not delivered yet' }).click();
    await expect.element(page.getByText('Saved: stop 1 not delivered yet')).toBeVisible();
    expect(await reportsLeft()).toMatchObject([{ status: 'out', corrects: aKey(9) }]);
    await expect.element(page.getByRole('button', { name: 'In hand' })).toBeVisible();
  });

  test('was left somewhere else', async () => {
    done({ status: 'delivered' });
    await notRight();
    await page.getByRole('button', { name: 'Left somewhere else' }).click();
    await page.getByRole('button', { name: 'In hand' }).click();
    await expect.element(page.getByText('Saved: stop 1 left somewhere else')).toBeVisible();
    expect(await reportsLeft()).toMatchObject([
      { status: 'delivered', place: 'In hand', corrects: aKey(9) },
    ]);
  });

  test('was missed, and delivered after all', async () => {
    done({ status: 'missed', reason: 'No one home' });
    await notRight();
    await page.getByRole('button', { name: 'Delivered after all' }).click();
    await page.getByRole('button', { name: 'Front door' }).click();
    await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
    expect(await reportsLeft()).toMatchObject([{ status: 'delivered', corrects: aKey(9) }]);
  });

  test('by someone else is not theirs to correct', async () => {
    done({ status: 'delivered', reportKey: null });
    await openStop();
    await expect.element(page.getByText('+ Photo')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Not right?' })).not.toBeInTheDocument();
  });
});

test('warm food on the road says since when', async () => {
  const since = { temperature: 'warm', status: 'out', statusAt: '2026-01-14T05:40:00Z' } as const;
  server.answers(getDriveDay, () => aDay({ stops: [{ ...aStop(1), ...since }] }));
  await openDrive();
  await expect.element(page.getByText('Out since 3:40pm')).toBeVisible();
});

test('a tap that cannot be saved says so, and the stop stays open', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await expect.element(page.getByText('1 Shore Street West, Cleveland')).toBeVisible();
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('connection lost', 'InvalidStateError');
  });
  await page.getByRole('button', { name: 'In hand' }).click();
  await expect.element(page.getByText('Not saved. Tap again.')).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: '1 Customer 9Q2X', exact: true }))
    .toBeVisible();
  failing.mockRestore();
  await page.getByRole('button', { name: 'In hand' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
});

test('someone else who signs in sees their own day, and sends nothing of the former driver’s', async () => {
  await onThePhone([aReport(1)], aDay());
  server.answers(getDriveDay, () =>
    aDay({ staffId: ANA, staffName: 'Ana Driver', stops: [aStop(7)] }),
  );
  // The server knows who is signed in.
  server.answers(sendDriveReports, () =>
    refused(401, { message: 'Someone else is signed in.', code: 'other_person' }),
  );
  await openDrive();
  await expect.element(page.getByText('7 Shore Street West, Cleveland')).toBeVisible();
  await expect.element(page.getByText(/1 report of Sam Driver on this phone/)).toBeVisible();
  expect(await reportsLeft()).toMatchObject([{ staffId: SAM }]);
  expect(server.sent(sendDriveReports).map(({ body }) => body.staffId)).not.toContain(ANA);
});

test('a report that the server refuses is parked for the office, and the others arrive', async () => {
  await onThePhone([aReport(1), aReport(2), aReport(3)], aDay());
  server.answers(getDriveDay, () => aDay());
  server.answers(sendDriveReports, ({ body: { reports } }) =>
    reports.some(({ deliveryId }) => deliveryId === 2)
      ? refused(400, { message: 'Stop 2 is odd', code: 'invalid' })
      : {
          now: inHours(0),
          results: reports.map(({ key, status }) => ({ key, ok: true, status, version: 3 })),
        },
  );
  await openDrive();
  await expect.element(page.getByText(/1 report could not be sent.*Stop 2 is odd/)).toBeVisible();
  await expect.poll(reportsLeft).toMatchObject([{ deliveryId: 2, parked: 'Stop 2 is odd' }]);
});

test('an answer that says no is told to the driver and not sent again', async () => {
  await onThePhone([aReport(1)], aDay());
  server.answers(getDriveDay, () => aDay());
  server.answers(sendDriveReports, ({ body: { reports } }) => ({
    now: inHours(0),
    results: reports.map(({ key }) => ({
      key,
      ok: false,
      status: 'planned' as const,
      version: 2,
      code: 'not_yet',
      message: 'This delivery is for a later day.',
    })),
  }));
  await openDrive();
  await expect
    .element(page.getByText('1 Customer 9Q2X: This delivery is for a later day.'))
    .toBeVisible();
  expect(await reportsLeft()).toEqual([]);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText(/later day/)).not.toBeInTheDocument();
});

test('yesterday’s stops are never shown, and reports older than a week are gone', async () => {
  await onThePhone(
    [aReport(1, { at: Date.now() - 8 * 86_400_000 }), aReport(2)],
    aDay({ until: inHours(-1) }),
  );
  server.answers(getDriveDay, () => UNREACHABLE);
  await openDrive();
  await expect.element(page.getByText(/There is no connection/)).toBeVisible();
  await expect.element(page.getByText(/Shore Street/)).not.toBeInTheDocument();
  expect(await reportsLeft()).toMatchObject([{ deliveryId: 2 }]);
});

test('anyone who is not signed in, with nothing on the phone, goes to sign-in', async () => {
  server.answers(getDriveDay, () =>
    refused(401, { message: 'Unauthorized', code: 'unauthorized' }),
  );
  await openDrive();
  await expect.poll(() => left()?.to).toBe('/api/login?next=%2Fdrive');
});

test('signing out with unsent reports asks first', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await page.getByRole('button', { name: 'In hand' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.element(page.getByText('1 report is not sent.')).toBeVisible();
  answerAll();
  await page.getByRole('button', { name: 'Log out, keep them on this phone' }).click();
  await expect.poll(() => left()?.to).toBe('/api/logout');
  expect(await reportsLeft()).toHaveLength(1);
});

test('a photo is small, has no trace of the camera, and goes with the report', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  const canvas = new OffscreenCanvas(2600, 1300);
  canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
  const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'door.png');
  await page.getByLabelText('+ Photo').upload(file);
  await expect.element(page.getByRole('button', { name: '✓ Photo, remove' })).toBeVisible();
  await page.getByRole('button', { name: 'Front door' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
  const photo = (await wordsLeft()).find((said) => said.kind === 'photo');
  const [report] = await reportsLeft();
  expect(photo?.of).toBe(report?.key);
  expect(photo?.photo.type).toBe('image/jpeg');
  expect((await createImageBitmap(photo!.photo)).width).toBe(1280);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: '✓ Photo, remove' })).toBeVisible();
  await page.getByRole('button', { name: '✓ Photo, remove' }).click();
  await expect.poll(wordsLeft).toEqual([]);
});

test('a photo is sent after its report, and one that is refused keeps nothing waiting', async () => {
  const arrived: string[] = [];
  server.answers(getDriveDay, () => aDay());
  answerAll((key) => arrived.push(key));
  server.answers(sendDrivePhoto, ({ params: { reportKey } }) => {
    arrived.push(`photo ${reportKey}`);
    return refused(404, { message: 'Not found', code: 'not_found' });
  });
  // Taken first, as one of a stop whose report was undone and said again.
  for (const index of [2, 3]) await withDatabase((db) => db.add('words', aPhoto(aKey(index))));
  // For the third, Undo may still take back the report.
  const early = aReport(3, { sendAfter: Date.now() + 9000 });
  await onThePhone([aReport(1), aReport(2), early], aDay());
  await openDrive();
  await expect.poll(wordsLeft).toHaveLength(2);
  await whenIdle('driving');
  expect(arrived).toEqual([aKey(1), aKey(2), `photo ${aKey(2)}`]);
});

test('more reports than one call takes arrive in their sequence', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => newReportKey(Date.now() - 1000 + index));
  server.answers(getDriveDay, () => aDay());
  const arrived: string[] = [];
  answerAll((key) => arrived.push(key));
  await onThePhone(
    keys.map((key, index) => aReport(index + 1, { key })),
    aDay(),
  );
  await openDrive();
  await expect.poll(wordsLeft).toEqual([]);
  expect(arrived).toEqual(keys);
});

const aNotice = (id: number, change: Partial<DriveNoticeReply> = {}): DriveNoticeReply => ({
  id,
  deliveryId: 1,
  kind: 'address',
  text: 'Address changed 3:12pm: 4 Wharf Street, Cleveland',
  ...change,
});

describe('what changes on the road', () => {
  test('stands at its stop; that it was read in a dead spot reaches the office later', async () => {
    const day = aDay({ notices: [aNotice(7)] });
    server.answers(getDriveDay, () => UNREACHABLE);
    server.answers(sendNoticesRead, () => UNREACHABLE);
    await onThePhone([], day);
    await openDrive();
    const banner = page.getByText('Address changed 3:12pm: 4 Wharf Street, Cleveland');
    await expect.element(banner).toBeVisible();
    await page.getByRole('button', { name: 'Read' }).click();
    await expect.element(banner).not.toBeInTheDocument();
    await opened?.close();

    const heard: { id: number; shownAt: string; readAt: string | null }[] = [];
    server.answers(sendNoticesRead, ({ body }) => {
      heard.push(...body.notices);
      return { now: inHours(0) };
    });
    server.answers(getDriveDay, () => day);
    await openDrive();
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(heard[0]).toMatchObject({ id: 7 });
    expect(heard[0]!.readAt).not.toBeNull();
    expect(heard[0]!.shownAt <= heard[0]!.readAt!).toBe(true);
    await expect.element(banner).not.toBeInTheDocument();
  });

  test('of a cancelled stop is said at once, whatever stop is open', async () => {
    let shown: readonly { id: number }[] = [];
    server.answers(sendNoticesRead, ({ body }) => {
      shown = body.notices;
      return { now: inHours(0) };
    });
    server.answers(getDriveDay, () =>
      aDay({
        stops: [aStop(1)],
        notices: [
          aNotice(8, {
            deliveryId: 2,
            kind: 'cancelled',
            text: 'Stop 2 cancelled 3:12pm: bring it back',
          }),
        ],
      }),
    );
    await onThePhone([], aDay());
    await openDrive();
    await expect.element(page.getByText('Stop 2 cancelled 3:12pm: bring it back')).toBeVisible();
    await expect
      .element(page.getByText('3 Customer 9Q2X was taken off the run. Bring the bag back.'))
      .toBeVisible();
    await expect
      .element(page.getByText('2 Customer 9Q2X was taken off the run. Bring the bag back.'))
      .not.toBeInTheDocument();
    await expect.poll(() => shown).toMatchObject([{ id: 8, readAt: null }]);
  });

  test('a phone that comes back says to whom its stops were handed, and sends what it knows', async () => {
    answerAll();
    server.answers(getDriveDay, () =>
      aDay({
        stops: [],
        handedOver: [
          { id: 1, stop: 1, to: 'Ana Lee' },
          { id: 2, stop: 2, to: 'Ana Lee' },
          { id: 3, stop: 3, to: 'Ana Lee' },
        ],
      }),
    );
    await onThePhone([aReport(1)], aDay());
    await openDrive();
    await expect.element(page.getByText('Stops 2 and 3 were handed to Ana Lee.')).toBeVisible();
    expect(await reportsLeft()).toEqual([]);
  });
});

test('a lost phone that is signed out forgets its day, its photos and its reports', async () => {
  const LOST = refused(401, { code: 'phone_signed_out', message: 'This phone was signed out.' });
  server.answers(getDriveDay, () => LOST);
  server.answers(sendDriveReports, () => LOST);
  await onThePhone([aReport(1)], aDay());
  await withDatabase((db) => db.add('words', aPhoto(aKey(1))));
  await openDrive();
  await expect.poll(() => left()?.to).toBe('/api/login?next=%2Fdrive');
  const kept = await withDatabase(async (db) => ({
    days: await db.count('days'),
    words: await db.count('words'),
  }));
  expect(kept).toEqual({ days: 0, words: 0 });
});

test('a day that arrives after the page was left is not kept, and the next opening asks again', async () => {
  let answer: (day: DriveDayReply) => void = () => {};
  server.answers(getDriveDay, () => new Promise<DriveDayReply>((resolve) => (answer = resolve)));
  await openDrive();
  await expect.poll(() => server.sent(getDriveDay).length).toBeGreaterThan(0);
  await opened?.close();
  answer(aDay({ stops: [aStop(1)] }));
  server.answers(getDriveDay, () => aDay({ stops: [aStop(2)] }));
  await openDrive();
  await expect.element(page.getByText('2 Shore Street West, Cleveland')).toBeVisible();
  await expect
    .element(page.getByText('1 Customer 9Q2X was taken off the run. Bring the bag back.'))
    .not.toBeInTheDocument();
});
