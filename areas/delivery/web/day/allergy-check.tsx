import { serviceOf } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useEffect, useRef, useState } from 'react';
import type { PackBagReply, PackItemReply, PackPersonReply } from '#areas/delivery/calls/pack.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { mealsToAskAbout } from '#areas/order-book/rules/pack-bag.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { SIDE } from '#areas/delivery/web/day/pack-actions.tsx';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

const HOLD_MS = 800;
/** A first tap is forgotten. */
const ARMED_MS = 5000;

type AllergyCheckProps = {
  bag: PackBagReply;
  onCheck: (person: PackPersonReply) => void;
  /** The bag goes without a portion that is on hold. */
  onLeaveOut: (item: PackItemReply) => void;
  onSkip: () => void;
};

/** Before the bag, and instead of it: who must not eat what, and what they get. */
export function AllergyCheck({ bag, onCheck, onLeaveOut, onSkip }: AllergyCheckProps) {
  return (
    <section aria-label={`Allergies of ${bag.key}`} className="grid gap-5 px-4 py-5">
      <div className="rounded-2xl bg-danger px-4 py-3 text-on-danger">
        <h2 className="text-2xl font-bold break-words">Allergy: {bag.key}</h2>
      </div>
      {bag.people.filter(isCareful).map((person) => (
        <Person
          key={person.id}
          person={person}
          onCheck={() => onCheck(person)}
          onLeaveOut={onLeaveOut}
        />
      ))}
      <button
        type="button"
        onClick={onSkip}
        className="min-h-16 rounded-xl border-2 border-control text-lg font-semibold"
      >
        Skip this bag
      </button>
    </section>
  );
}

type PersonProps = Pick<AllergyCheckProps, 'onLeaveOut'> & {
  person: PackPersonReply;
  onCheck: () => void;
};

function Person({ person, onCheck, onLeaveOut }: PersonProps) {
  const { name, note, checkedBy } = person;
  const items = person.items.filter(({ state }) => state !== 'missing');
  const { business } = useConfig();
  const without = namesText([...person.allergens, ...person.avoid]);
  const asked = mealsToAskAbout(items);
  if (items.length === 0) return null;
  return (
    <article className="grid gap-3 rounded-2xl border-2 border-danger p-4">
      <h3 className="text-[28px] leading-tight font-bold break-words">
        {name}: <span className="text-danger">no {without}</span>
      </h3>
      {note !== '' && <p className="text-lg break-words">“{note}”</p>}
      <ul className="grid gap-2 text-lg">
        {items.map((item) => (
          <li key={item.id} className="break-words">
            <span className="font-semibold">{item.mealName}</span>,{' '}
            {serviceOf(item.mealType, business).name}
            <br />
            {allergenStatement(item.allergens)}
            {item.isAgreed && '. Agreed with the customer'}
          </li>
        ))}
      </ul>
      {asked.length > 0 ? (
        <>
          <p
            role="alert"
            className="rounded-xl bg-danger px-4 py-3 text-xl font-bold text-on-danger"
          >
            STOP. {asked.join(', ')} may not be for {name}. Call the kitchen, or leave it out.
          </p>
          {items
            .filter(({ isClear }) => !isClear)
            .map((item) => (
              <button key={item.id} type="button" className={SIDE} onClick={() => onLeaveOut(item)}>
                Leave {item.mealName} out
              </button>
            ))}
        </>
      ) : checkedBy !== null ? (
        <p className="text-xl font-semibold text-success">✓ {checkedBy} checked</p>
      ) : (
        <HoldButton
          label={`${name}: no ${without}. I checked`}

          onDone={onCheck}
        />
      )}
    </article>
  );
}

/** Held for 0.8 s, or tapped twice: never by a sleeve. */
function HoldButton({ label, onDone }: { label: string; onDone: () => void }) {
  const [isArmed, setArmed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isArmed) return;
    const forget = setTimeout(() => setArmed(false), ARMED_MS);
    return () => clearTimeout(forget);
  }, [isArmed]);

  function finish() {
    setArmed(false);
    onDone();
  }
  function press() {
    wasHeld.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      wasHeld.current = true;
      finish();
    }, HOLD_MS);
  }
  const letGo = () => clearTimeout(timer.current);

  return (
    <button
      type="button"
      onPointerDown={press}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (wasHeld.current) wasHeld.current = false;
        else if (isArmed) finish();
        else setArmed(true);
      }}
      className="min-h-20 touch-manipulation rounded-xl bg-primary px-4 py-3 text-xl font-bold break-words text-on-primary select-none active:bg-primary-strong"
    >
      {label}
      <span className="block text-base font-normal">
        {isArmed ? 'Tap once more' : 'Hold, or tap twice'}
      </span>
    </button>
  );
}
