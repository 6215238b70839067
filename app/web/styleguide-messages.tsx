import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/** Messages for success, failure, waiting and empty states. */
export function StyleguideMessages() {
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
        questions={[{ id: 'why', question: 'Why?', answer: ['Because.'] }]}
        group="styleguide"
        headingLevel={3}
      />
    </>
  );
}
