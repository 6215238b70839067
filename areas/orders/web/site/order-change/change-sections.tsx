import type { ReactNode } from 'react';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import type { NoteToRead } from '#areas/needs/rules/gate/open-questions.ts';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import { useOrderQuestions } from '#areas/checkout/web/site/use-order-questions.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import type { OpenCell } from '#areas/checkout/web/site/order-meals/use-open-cell.ts';
import { OrderNotices } from '#areas/checkout/web/site/order/order-notices.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { CancelParts } from './cancel-parts.tsx';
import { ChangeDetails } from './change-details.tsx';
import { ChangePeople } from './change-people.tsx';
import { CHANGE_PARTS, type WaysOn } from './change-problem.tsx';
import { ChangeRecipient } from './change-recipient.tsx';
import { ChangeTable } from './change-table.tsx';
import { LockedDeliveries } from './locked-deliveries.tsx';
import type { useSendChange } from './use-send-change.ts';

type ChangeSectionsProps = {
  order: OrderToChangeReply;
  before: OrderDraft;
  menuToday: OrderMenu;
  shown: OpenCell | null;
  sending: ReturnType<typeof useSendChange>;
  ways: WaysOn;
};

/** Everything that can be changed: the meals in sight, the rest folded. */
export function ChangeSections(props: ChangeSectionsProps) {
  const { order, before, menuToday, shown, sending, ways } = props;
  return (
    <div className="grid min-w-0 gap-6 **:scroll-mb-36">
      <OrderNotices />
      <LockedDeliveries {...order} />
      <section id={CHANGE_PARTS.meals} aria-label="Meals and delivery" className="grid gap-6">
        <ChangeTable menuToday={menuToday} shown={shown} />
      </section>
      <Fold id={CHANGE_PARTS.people} title="People and allergies">
        <ChangePeople />
      </Fold>
      <Fold id={CHANGE_PARTS.details} title="Address, phone and instructions">
        <ChangeDetails before={before.customer} known={order.customer} />
      </Fold>
      {order.recipient && (
        <Fold
          id={CHANGE_PARTS.recipient}
          title={order.recipient.isGift ? 'Who gets the present' : 'Who gets the food'}
        >
          <ChangeRecipient />
        </Fold>
      )}
      <NoteQuestions before={before} />
      <Fold id={CHANGE_PARTS.cancel} title="Cancel something">
        <CancelParts order={order} sending={sending} ways={ways} />
      </Fold>
    </div>
  );
}

function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-12 items-center gap-2">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        <h2 className="text-xl">{title}</h2>
      </summary>
      <div id={id} className="pt-3">
        {children}
      </div>
    </details>
  );
}

/** As in the wizard: a note that is new asks what it says of food. */
function NoteQuestions({ before }: Pick<ChangeSectionsProps, 'before'>) {
  const { draft } = useOrder();
  const { questions, ways } = useOrderQuestions(newTexts(draft, before));
  return <FoodQuestions id={CHANGE_PARTS.questions} questions={questions.flat()} {...ways} />;
}

/** What was written since: a sentence that stood is not asked about again. */
function newTexts(draft: OrderDraft, before: OrderDraft): NoteToRead[] {
  const { specialInstructions } = draft.customer;
  const known = new Set(before.people.map(({ note }) => note));
  return [
    ...(specialInstructions === before.customer.specialInstructions
      ? []
      : [{ text: specialInstructions, about: null }]),
    ...draft.people
      .filter(({ note }) => !known.has(note))
      .map(({ name, note }) => ({ text: note, about: name })),
  ];
}
