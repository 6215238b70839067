import { useState } from 'react';
import {
  WAVE_PEOPLE,
  WAVE_PEOPLE_MESSAGE,
  WAVE_SUBURBS_MESSAGE,
} from '#areas/waitlist/rules/invitation-wave.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useSendWave } from './use-send-wave.ts';
import { type SuburbChoices, SuburbChoice, WavePreviewText } from './wave-parts.tsx';

type WaveDialogProps = { choices: SuburbChoices; onClose: () => void };

const FIRST_PEOPLE = 20;

/** Chooses suburbs and how many people, shows who and what they read, and sends just that. */
export function WaveDialog({ choices, onClose }: WaveDialogProps) {
  const wave = useSendWave(onClose);
  const [key] = useState(newKey);
  const [suburbs, setSuburbs] = useState<readonly string[]>([]);
  const [people, setPeople] = useState(String(FIRST_PEOPLE));
  const [problems, setProblems] = useState<FieldErrors>({});
  const { preview, note } = wave;
  const chosen = { key, suburbs: [...suburbs], people: Number(people) };

  function ask() {
    const found = problemsOf(suburbs, people);
    setProblems(found);
    if (Object.keys(found).length === 0) wave.ask(chosen);
  }
  function toggle(suburb: string) {
    setSuburbs((before) =>
      before.includes(suburb) ? before.filter((name) => name !== suburb) : [...before, suburb],
    );
  }
  const count = preview?.people.length ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      bodyLabel={preview ? 'Who is invited, and their email' : undefined}
      title={preview ? 'Send these invitations?' : 'Invite people to order'}
      actions={
        preview ? (
          <>
            <Button variant="secondary" size="small" onClick={wave.chooseAgain}>
              Choose again
            </Button>
            <Button
              size="small"
              disabled={count === 0}
              busy={wave.isSending}
              busyLabel="Sending…"
              onClick={() => wave.send(chosen)}
            >
              Send {count === 1 ? '1 invitation' : `${count} invitations`}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" size="small" onClick={onClose}>
              Cancel
            </Button>
            <Button size="small" busy={wave.isAsking} busyLabel="Choosing…" onClick={ask}>
              Preview
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        {note !== null && <Notice tone="warning" announce="polite" title={note} />}
        {preview ? (
          <WavePreviewText preview={preview} />
        ) : (
          <>
            <SuburbChoice
              choices={choices}
              suburbs={suburbs}
              error={problems['suburbs'] ?? wave.errors['suburbs']}
              onToggle={toggle}
            />
            <TextField
              label="How many people at most"
              hint="Those who joined first are invited first."
              inputMode="numeric"
              value={people}
              error={problems['people'] ?? wave.errors['people'] ?? null}
              onChange={({ target }) => setPeople(target.value)}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function problemsOf(suburbs: readonly string[], people: string): FieldErrors {
  const isCount =
    /^\d{1,4}$/.test(people.trim()) &&
    Number(people) >= WAVE_PEOPLE.min &&
    Number(people) <= WAVE_PEOPLE.max;
  return {
    ...(suburbs.length === 0 && { suburbs: WAVE_SUBURBS_MESSAGE }),
    ...(!isCount && { people: WAVE_PEOPLE_MESSAGE }),
  };
}
