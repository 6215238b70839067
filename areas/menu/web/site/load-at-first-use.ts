/** Code that waits until someone uses the page: what the server sent is complete without it. */
const USE_EVENTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'];

const begun = Promise.withResolvers<void>();
let isForFirstPage = false;

export function loadNow(): void {
  begun.resolve();
}

/** Before React has finished with the page too: it may wait for this very code. */
export function watchFirstUse(): void {
  isForFirstPage = true;
  // The use that started the scripts is over, but its field has the focus.
  if (document.activeElement !== null && document.activeElement !== document.body) loadNow();
  for (const event of USE_EVENTS) addEventListener(event, loadNow, { once: true, capture: true });
}

export async function loadAtFirstUse<Module>(load: () => Promise<Module>): Promise<Module> {
  await begun.promise;
  return loadPatiently(load);
}

/** Without a connection the server's page stays as it is, and the next use attempts it again. */
async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isForFirstPage) throw error;
    await nextUse();
    return loadPatiently(load);
  }
}

function nextUse(): Promise<void> {
  const used = Promise.withResolvers<void>();
  for (const event of USE_EVENTS)
    addEventListener(event, () => used.resolve(), { once: true, passive: true });
  return used.promise;
}
