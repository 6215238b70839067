import { type ComponentProps, type SubmitEvent, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { CONTROL_CLASS } from './field-frame.tsx';

type OneFieldFormProps = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'autoComplete' | 'maxLength'
> & {
  label: string;
  /** Where the text is sent as `name`, by GET, without scripts. */
  action: string;
  name: string;
  buttonLabel: string;
  onSend: (text: string) => void;
};

/** One question with its button beside it; works without scripts. */
export function OneFieldForm(props: OneFieldFormProps) {
  const { label, action, name, buttonLabel, onSend, ...input } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  function send(event: SubmitEvent) {
    event.preventDefault();
    onSend(field.current?.value ?? '');
  }

  return (
    <form action={action} data-app="" onSubmit={send} className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          name={name}
          type="text"
          required
          pattern=".*\S.*"
          {...input}
          className={`${CONTROL_CLASS} min-w-0`}
        />
        <Button type="submit" variant="secondary" size="small" className="shrink-0">
          {buttonLabel}
        </Button>
      </div>
    </form>
  );
}
