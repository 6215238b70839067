import { SHORTEST_REASON } from '#areas/orders/web/portal/order-edit.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { readUnsuitableMeals } from '#areas/orders/web/portal/admin-orders-queries.ts';
import {
  EditPreview,
  useEditPreview,
  whatSaveDoes,
} from '#areas/orders/web/portal/edit-preview.tsx';
import { PeopleFields, RecipientEdit } from '#areas/orders/web/portal/people-fields.tsx';
import { useOrderEdit, type OrderEditing } from '#areas/orders/web/portal/use-order-edit.ts';
import { needsIn, unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import { personKey, LONGEST_NAME } from '#platform/rules/customer-name.ts';
import {
  editNeeds,
  peopleOfEdit,
  addItem,
  type DayOfEdit,
  daysOfEdit,
  editCustomer,
  moveDelivery,
  setDeliveryWindow,
} from '#areas/orders/web/portal/order-edit.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import {
  inTimeOrder,
  windowLabel,
  parseDeliveryWindow,
} from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import { ItemRow } from '#areas/orders/web/portal/item-row.tsx';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';

type OrderEditFormProps = {
  order: AdminOrderReply;
  meals: readonly MealReply[];
  onClose: () => void;
};

export function OrderEditForm({ order, meals, onClose }: OrderEditFormProps) {
  const editing = useOrderEdit(order);
  const { isUnsaved, isSaving, isSaved, problems, unsuitable, save } = editing;
  const isRefused = unsuitable.clashes.length + unsuitable.pastTheirDay.length > 0;
  // Its places and its money have been given back.
  const isReadOnly = order.status === 'cancelled';
  const preview = useEditPreview(editing);
  const { questions } = readUnsuitableMeals(preview.error);

  // Only once the guard knows that there are no unsaved changes.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved]);

  const buttons = (
    <>
      <Button variant="secondary" size="small" disabled={isSaving} onClick={onClose}>
        {isUnsaved ? 'Discard' : 'Back'}
      </Button>
      <Button type="submit" size="small" busy={isSaving} busyLabel="Saving…" disabled={!isUnsaved}>
        Save changes
      </Button>
    </>
  );
  return (
    <form
      noValidate
      aria-label={`Edit order ${order.orderNumber}`}
      className="grid gap-5 py-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnsaved && !isSaving) save();
      }}
    >
      <h2 className="text-2xl">Edit order {order.orderNumber}</h2>
      <EditConflict editing={editing} />
      {isReadOnly && (
        <Notice title="This order is cancelled">
          <p>You can read it here. To change it, set its status to confirmed first.</p>
        </Notice>
      )}
      <fieldset
        disabled={isReadOnly}
        aria-label="What was ordered"
        className="grid min-w-0 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]"
      >
        <div className="grid min-w-0 gap-5">
          <ItemFields order={order} meals={meals} editing={editing} />
          <PeopleFields
            order={order}
            editing={editing}
            eatsAgain={preview.shown?.eatsAgain ?? null}
          />
          <EditQuestions order={order} editing={editing} questions={questions} />
        </div>
        <div className="grid min-w-0 gap-5">
          {isUnsaved && !isReadOnly && <EditPreview order={order} preview={preview} />}
          <CustomerFields order={order} editing={editing} />
          <RecipientEdit editing={editing} />
        </div>
      </fieldset>
      {Object.keys(problems).length > 0 && (
        <p role="alert" className="font-semibold text-danger">
          Not saved. Check the highlighted fields.
        </p>
      )}
      {isRefused && (
        <p role="alert" className="font-semibold text-danger">
          Not saved. A meal does not suit its person or day: see the marked meals.
        </p>
      )}
      {isUnsaved ? (
        <SaveBar
          message={`Unsaved changes. ${whatSaveDoes(preview)}`}
          what={`order ${order.orderNumber}`}
        >
          {buttons}
        </SaveBar>
      ) : (
        <div className="flex justify-end gap-2">{buttons}</div>
      )}
    </form>
  );
}

type EditQuestionsProps = {
  order: AdminOrderReply;
  editing: OrderEditing;
  questions: readonly FoodQuestion[];
};

function EditQuestions({ order, editing, questions }: EditQuestionsProps) {
  const { edit, change } = editing;
  const people = peopleOfEdit(edit, order);
  return (
    <FoodQuestions
      questions={questions}
      names={people.map(({ name }) => name)}
      onLeaveOut={(name, { allergens, words }) => {
        const person = people.find((one) => personKey(one.name) === personKey(name));
        if (!person) return;
        const united = unitedNeeds(person, { allergens, avoid: words });
        change((now) => editNeeds(now, name, { ...needsIn(person), ...united }));
      }}
      onAnswer={(answer) =>
        change((now) => ({ ...now, foodAnswers: [...now.foodAnswers, answer] }))
      }
    />
  );
}

type ItemFieldsProps = {
  order: AdminOrderReply;
  meals: readonly MealReply[];
  editing: OrderEditing;
};

/** The meals by what comes together; date and window are those of all of it. */
function ItemFields({ order, meals, editing }: ItemFieldsProps) {
  const { edit, problems, change } = editing;
  const { defaultWindow } = useConfig().business;
  const namesId = useId();
  const names = [...new Set(edit.items.map(({ personName }) => personName))];
  return (
    <OrderPanel title="Meals">
      <datalist id={namesId}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {daysOfEdit(edit, defaultWindow).map((day) => (
        // Its date is being typed.
        <section key={day.rows[0]?.item.key} aria-label={dayName(day)}>
          <DayFields day={day} editing={editing} />
          <ul>
            {day.rows.map(({ item, index }) => (
              <ItemRow
                key={item.key}
                item={item}
                index={index}
                order={order}
                meals={meals}
                namesId={namesId}
                editing={editing}
              />
            ))}
          </ul>
        </section>
      ))}
      {edit.items.length === 0 && (
        <Button variant="secondary" size="small" onClick={() => change((now) => addItem(now))}>
          Add a meal
        </Button>
      )}
      {problems['orderItems'] && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problems['orderItems']}
        </p>
      )}
    </OrderPanel>
  );
}

function dayName({ date }: DayOfEdit): string {
  return date === '' ? 'No date' : formatDate(date);
}

function DayFields({ day, editing }: { day: DayOfEdit; editing: OrderEditing }) {
  const { problems, conflict, change } = editing;
  const { date, window, rows } = day;
  const { business } = useConfig();
  const isFull = conflict?.full?.some((full) => full.date === date && full.timeSlot === window);
  const problemOf = (field: string) =>
    rows.map(({ index }) => problems[`orderItems.${index}.${field}`]).find(Boolean) ?? null;
  return (
    <div className="flex flex-wrap items-center gap-2 py-1 xl:[&_input]:min-h-9 xl:[&_input]:py-0 xl:[&_select]:min-h-9 xl:[&_select]:py-0">
      <DateField
        label="Delivered"
        hideLabel
        value={date}
        error={problemOf('deliveryDate')}
        onChange={(to) => change((edit) => moveDelivery(edit, date, to))}
      />
      <SelectField
        label="Window"
        hideLabel
        value={window}
        error={isFull ? 'No place left in this window' : problemOf('deliveryWindow')}
        onChange={({ target }) => {
          const chosen = parseDeliveryWindow(target.value);
          if (chosen) change((edit) => setDeliveryWindow(edit, date, chosen));
        }}
      >
        {inTimeOrder([...(date === '' ? [] : windowsOn(business, date)), window]).map((choice) => (
          <option key={choice} value={choice}>
            {windowLabel(choice)}
          </option>
        ))}
      </SelectField>
      <Button
        variant="quiet"
        size="small"
        className="ml-auto xl:min-h-9"
        onClick={() => change((edit) => addItem(edit, date))}
      >
        Add a meal
      </Button>
    </div>
  );
}

const FIELDS = [
  { name: 'firstName', label: 'First name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'lastName', label: 'Last name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: 40 },
  { name: 'address', label: 'Address', type: 'text', maxLength: 250 },
] as const;

function CustomerFields({ order, editing }: { order: AdminOrderReply; editing: OrderEditing }) {
  const { edit, problems, change } = editing;
  const { customer } = edit;
  const suburb = useConfig().business.suburbs[0]?.name ?? '';
  const problemOf = (field: string) => problems[`customer.${field}`] ?? null;
  return (
    <OrderPanel title="Customer">
      {FIELDS.map(({ name, label, type, maxLength }) => (
        <TextField
          key={name}
          label={label}
          type={type}
          maxLength={maxLength}
          autoComplete="off"
          value={customer[name]}
          hint={
            name === 'address' ? `Street, then suburb: 12 Shore St, Unit 3, ${suburb}` : undefined
          }
          error={problemOf(name)}
          onChange={({ target }) => change((now) => editCustomer(now, { [name]: target.value }))}
        />
      ))}
      <SelectField
        label="Delivered"
        value={customer.deliveryPreference}
        error={problemOf('deliveryPreference')}
        hint={
          order.deliveryType === 'weekly' ? 'Warm is only available with daily delivery' : undefined
        }
        onChange={({ target }) => {
          const deliveryPreference = target.value === 'warm' ? 'warm' : 'cold';
          change((now) => editCustomer(now, { deliveryPreference }));
        }}
      >
        <option value="cold">cold</option>
        <option value="warm">warm</option>
      </SelectField>
      <TextAreaField
        label="Special instructions"
        optional
        maxLength={LONGEST_INSTRUCTIONS}
        value={customer.specialInstructions}
        error={problemOf('specialInstructions')}
        onChange={({ target }) =>
          change((now) => editCustomer(now, { specialInstructions: target.value }))
        }
      />
    </OrderPanel>
  );
}

function EditConflict({ editing }: { editing: OrderEditing }) {
  const mayMakeRoom = useMayDo('editSlots');
  const { conflict, isSaving, overrule, loadTheirs } = editing;
  if (!conflict) return null;
  const isStale = conflict.code === 'changed_meanwhile' || conflict.code === 'order_cancelled';
  return (
    <Notice tone="warning" announce="now" title="Not saved">
      <ConflictText conflict={conflict} />
      <div className="flex flex-wrap gap-2">
        {isStale && (
          <Button variant="secondary" size="small" disabled={isSaving} onClick={loadTheirs}>
            Discard my changes
          </Button>
        )}
        {conflict.code === 'changed_meanwhile' && (
          <Button variant="danger" size="small" busy={isSaving} onClick={overrule}>
            Overwrite with mine
          </Button>
        )}
        {conflict.code === 'meal_sold_out' && <OverLimit editing={editing} />}
        {conflict.code === 'slot_full' && (
          <p>
            Choose another date or window
            {mayMakeRoom && (
              <>
                , or make room in{' '}
                <Link
                  to={paths.deliverySlots()}
                  className="font-semibold underline underline-offset-4"
                >
                  Delivery Slots
                </Link>
              </>
            )}
            .
          </p>
        )}
      </div>
    </Notice>
  );
}

/** The kitchen may have one more than its limit: staff say why, and it is kept with the order's history. */
function OverLimit({ editing: { isSaving, problems, saveOverLimit } }: { editing: OrderEditing }) {
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length >= SHORTEST_REASON;
  return (
    <form
      className="grid w-full gap-2 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLong) saveOverLimit(reason);
      }}
    >
      <TextField
        label="Or save it over the limit, because"
        hint={`At least ${SHORTEST_REASON} characters, kept in the order’s history`}
        error={problems['overLimit']}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="danger" size="small" busy={isSaving} disabled={!isLong}>
          Save over the limit
        </Button>
      </div>
    </form>
  );
}
