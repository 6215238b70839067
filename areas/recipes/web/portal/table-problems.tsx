import type { FoodTableReply } from '#areas/recipes/calls/food-table.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** Nothing is taken from a file with a wrong line in it. */
export function TableProblems({ table: { problems, problemCount } }: { table: FoodTableReply }) {
  const count = problemCount.toLocaleString('en-AU');
  return (
    <Notice
      tone="error"
      announce="now"
      title={problemCount === 1 ? '1 cell cannot be read' : `${count} cells cannot be read`}
    >
      <p>Nothing was taken from this file. Correct it, then choose it again.</p>
      <ul className="list-disc pl-5">
        {problems.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            Line {line.toLocaleString('en-AU')}
            {column !== '' && `, ${column}`}: {message}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && <p>The first {problems.length} are shown.</p>}
    </Notice>
  );
}
