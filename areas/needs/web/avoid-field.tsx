import { type KeyboardEvent, useState } from 'react';
import { type FoodNeeds, LONGEST_AVOIDED, MOST_AVOIDED } from '#areas/needs/rules/food-needs.ts';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type AvoidFieldProps = {
  /** Whom they are about. */
  name: string;
  needs: Pick<FoodNeeds, 'allergens' | 'avoid'>;
  onChange: (changes: Partial<FoodNeeds>) => void;
};

/** Foods that are on no list of allergens, such as capsicum: each a chip that a tap takes off. */
export function AvoidField({ name, needs, onChange }: AvoidFieldProps) {
  const [typed, setTyped] = useState('');
  const { avoid } = needs;

  function add() {
    if (typed.trim() === '') return;
    onChange(withAvoided(needs, typed.split(',')));
    setTyped('');
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-semibold">Other foods {name} can’t have</legend>
      <p className="text-sm text-ink-soft">
        Such as capsicum or kiwi. We leave out meals that list it, and meals that might hide it in
        “spices” or “stock”.
      </p>
      {avoid.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {avoid.map((word) => (
            <CheckChip
              key={word}
              checked
              onToggle={() => onChange({ avoid: avoid.filter((other) => other !== word) })}
            >
              {word}
            </CheckChip>
          ))}
        </div>
      )}
      {avoid.length < MOST_AVOIDED ? (
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label="Leave out"
              optional
              maxLength={LONGEST_AVOIDED}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              // What was typed counts, whether or not the button was found.
              onBlur={add}
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
          </div>
          <Button variant="secondary" onClick={add}>
            Add
          </Button>
        </div>
      ) : (
        <p className="text-sm">That is as many as we can look after online. Please call us.</p>
      )}
    </fieldset>
  );
}
