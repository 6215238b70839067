import { type ReactNode, useState } from 'react';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const SWATCHES = [
  'bg-ground text-ink',
  'bg-surface text-ink',
  'bg-sunken text-ink-soft',
  'bg-primary text-on-primary',
  'bg-primary-soft text-primary',
  'bg-mango text-on-mango',
  'bg-mango-soft text-ink',
  'bg-surface text-accent',
  'bg-info-soft text-info',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
  'bg-danger-soft text-danger',
  'bg-danger text-on-danger',
];
const TEXTS = ['text-4xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm'];

/** Tokens and components side by side; in development only. */
export function StyleguidePage() {
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 py-10 sm:px-6">
      <PageHeading className="text-4xl">Styleguide</PageHeading>
      <Section title="Colours">
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {SWATCHES.map((pair) => (
            <li key={pair} className={`rounded-2xl border border-line p-4 text-sm ${pair}`}>
              {pair}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type">
        {TEXTS.map((size) => (
          <p key={size} className={size}>
            <span className="font-serif">Mangoes from Mount Cotton</span>, $14.99 · {size}
          </p>
        ))}
      </Section>
      <Section title="Buttons and badges">
        <Buttons />
      </Section>
      <Section title="Fields">
        <Fields />
      </Section>
      <Section title="Messages">
        <StyleguideMessages />
      </Section>
      <Section title="Plates">
        <Plates />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button size="small">small</Button>
      <Button size="large">large</Button>
      <Button disabled>disabled</Button>
      <Button busy busyLabel="busy…">
        busy
      </Button>
      {(['default', 'secondary', 'outline', 'destructive'] as const).map((variant) => (
        <Badge key={variant} variant={variant}>
          {variant}
        </Badge>
      ))}
    </div>
  );
}

function Fields() {
  const [isOn, setOn] = useState(true);
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      <TextField label="Name" hint="As on the letterbox" optional />
      <TextField label="Email" defaultValue="mia@" error="Please enter your email address" />
      <SelectField label="Suburb">
        <option>Sandy Bay</option>
      </SelectField>
      <Switch label="Active" checked={isOn} onChange={setOn} />
    </Card>
  );
}

function Plates() {
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-7">
      {useMenu().map((meal) => (
        <li key={meal.id} className="grid content-start gap-1 text-center text-sm">
          <DishPicture meal={meal} sizes="8rem" className="w-full" />
          {meal.name}
        </li>
      ))}
    </ul>
  );
}

function StyleguideMessages() {
  const { showToast } = useToast();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {(['info', 'success', 'warning', 'error'] as const).map((tone) => (
        <Notice key={tone} tone={tone} title={tone}>
          What happened and what happens next.
        </Notice>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => showToast({ tone: 'success', title: 'Added to Waitlist!' })}>
          Toast
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Dialog
        </Button>
      </div>
      <ActionDialog
        open={isAsking}
        title="Delete meal"
        act="Delete"
        go={() => setAsking(false)}
        onClose={() => setAsking(false)}
        danger
      >
        Are you sure?
      </ActionDialog>
      <EmptyState title="No meals found" />
      <ErrorState message="We couldn’t connect." onRetry={() => {}} />
      <Skeleton className="h-10 w-full" />
      <QuestionList
        questions={[{ id: 'why', title: 'Why?', text: <p>Because.</p> }]}
        group="styleguide"
        headingLevel={3}
      />
    </>
  );
}
