/** Photos on the phone, until they are sent: after the reports and apart from them. */
import { type StoredPhoto, withDatabase } from './drive-database.ts';

const LONGEST_SIDE_PX = 1280;
const QUALITY = 0.7;

/** Small, and drawn anew: nothing of where and when it was taken stays in it. Throws for what is no picture. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const photo = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!photo) throw new Error('the photo could not be drawn');
  return photo;
}

export async function storePhoto(photo: StoredPhoto): Promise<void> {
  await withDatabase((db) => db.put('photos', photo));
}

export async function removePhoto(key: string): Promise<void> {
  await withDatabase((db) => db.delete('photos', key));
}

/** The first of this person whose report has arrived; drafts wait for theirs. */
export async function findPhotoToSend(staffId: string): Promise<StoredPhoto | undefined> {
  return withDatabase(async (db) => {
    const photos = await db.getAll('photos');
    const queued = new Set((await db.getAll('events')).map(({ key }) => key));
    return photos.find(
      (photo) =>
        photo.staffId === staffId && !photo.key.startsWith('draft:') && !queued.has(photo.key),
    );
  });
}
