/** Not to be missed, and said of the meal itself. */
export function HeldNotice({ text }: { text: string }) {
  return (
    <p className="mt-1 rounded-xl border border-danger bg-danger-soft px-3 py-2 text-sm font-semibold break-words">
      {text}
    </p>
  );
}
