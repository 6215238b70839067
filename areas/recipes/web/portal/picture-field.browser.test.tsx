import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MealForm } from '#areas/recipes/web/portal/meals/meal-form.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const frame = () => page.getByRole('group', { name: /arrow keys/ });
const button = (name: string) => page.getByRole('button', { name });

let uploaded: Blob[];

beforeEach(() => {
  uploaded = [];
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation((body) => {
    if (body instanceof Blob) uploaded.push(body);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Red on the left, blue on the right. */
async function aPhoto(width: number, height: number): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d')!;
  for (const [index, colour] of ['#f00', '#00f'].entries()) {
    context.fillStyle = colour;
    context.fillRect((index * width) / 2, 0, width / 2, height);
  }
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  return new File([blob!], 'photo.png', { type: 'image/png' });
}

const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!;

async function choose(file: File) {
  await openPortalPage(<MealForm meal={null} />, {
    server,
    heading: 'Meal',
    at: '/admin?meal=new',
  });
  await expect.element(button('Upload a picture')).toBeVisible();
  await userEvent.upload(chooser(), file);
}

/** Width, height, and how much of it is red. */
async function lookAt(picture: Blob) {
  const image = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, image.height / 2, image.width, 1);
  const reds = Array.from({ length: image.width }, (_, x) => data[x * 4]! > 128);
  return {
    width: image.width,
    height: image.height,
    red: reds.filter(Boolean).length / image.width,
  };
}

test.each([390, 1280])(
  'at %i px a chosen photo is shown behind a frame, and its middle is uploaded as a square',
  async (width) => {
    await page.viewport(width, 844);
    await choose(await aPhoto(1600, 900));
    await expect.element(frame()).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await button('Use this part').click();
    await vi.waitFor(() => expect(uploaded).toHaveLength(1), { timeout: 8000 });
    const sent = await lookAt(uploaded[0]!);
    expect(uploaded[0]!.type).toBe('image/jpeg');
    expect([sent.width, sent.height]).toEqual([900, 900]);
    expect(sent.red).toBeCloseTo(0.5, 1);
    await expect.element(frame()).not.toBeInTheDocument();
  },
);

test('arrow keys move the picture and a slider zooms, without a mouse', async () => {
  await choose(await aPhoto(1600, 900));
  await expect.element(button('Use this part')).toBeEnabled();
  (frame().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight>12/}');
  (page.getByRole('slider', { name: 'Zoom' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight>4/}');
  await button('Use this part').click();
  await vi.waitFor(() => expect(uploaded).toHaveLength(1), { timeout: 8000 });
  const sent = await lookAt(uploaded[0]!);
  expect(sent.width).toBeLessThan(900);
  expect(sent.red).toBeGreaterThan(0.6);
});

test('a part that is too small is said to look blurred, and can be used all the same', async () => {
  await choose(await aPhoto(500, 400));
  await expect.element(page.getByText(/only 400 pixels wide/)).toBeVisible();
  await expect.element(button('Use this part')).toBeEnabled();
});

test('closing the frame uploads nothing', async () => {
  await choose(await aPhoto(800, 800));
  await expect.element(frame()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(frame()).not.toBeInTheDocument();
  expect(uploaded).toEqual([]);
});

test('the same photo can be chosen again', async () => {
  const photo = await aPhoto(900, 900);
  await choose(photo);
  for (let time = 0; time < 3; time += 1) {
    await expect.element(button('Use this part')).toBeEnabled();
    await button('Cancel').last().click();
    await expect.element(frame()).not.toBeInTheDocument();
    await userEvent.upload(chooser(), photo);
  }
  await expect.element(button('Use this part')).toBeEnabled();
});

test('a file that is no picture is refused before anything is sent', async () => {
  await choose(new File(['not a picture'], 'photo.jpg', { type: 'image/jpeg' }));
  await expect.element(page.getByText(/Please choose an undamaged picture/)).toBeVisible();
  expect(uploaded).toEqual([]);
});

test('what a good photo looks like is said until there is one', async () => {
  await openPortalPage(<MealForm meal={null} />, {
    server,
    heading: 'Meal',
    at: '/admin?meal=new',
  });
  await expect.element(page.getByText(/From straight above/)).toBeVisible();
  await expect.element(page.getByText(/1,280 pixels/)).toBeVisible();
});
