import { useId } from 'react';
import { MOST_PROBLEM_PHOTOS } from '#areas/customers/rules/problems.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

type PhotoFieldProps = { photos: readonly File[]; onChange: (photos: readonly File[]) => void };

export function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const id = useId();
  const isFull = photos.length >= MOST_PROBLEM_PHOTOS;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        Photos{' '}
        <span className="font-normal text-ink-soft">(optional, up to {MOST_PROBLEM_PHOTOS})</span>
      </label>
      {!isFull && (
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          className="min-h-11 max-w-full"
          onChange={({ currentTarget }) => {
            const added = [...(currentTarget.files ?? [])];
            onChange([...photos, ...added].slice(0, MOST_PROBLEM_PHOTOS));
            currentTarget.value = '';
          }}
        />
      )}
      <ul className="grid gap-1">
        {photos.map((photo, index) => (
          <li key={`${photo.name} ${photo.lastModified}`} className="flex items-center gap-3">
            <span className="min-w-0 truncate">{photo.name}</span>
            <Button
              variant="quiet"
              size="small"
              onClick={() => onChange(photos.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
