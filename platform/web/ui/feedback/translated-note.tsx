/** Shown by the stylesheet alone, as soon as a browser has translated the page: what is cooked goes by our words. */
export function TranslatedNote() {
  return (
    <p className="hidden text-sm text-ink-soft in-[[class*=translated-]]:block">
      Translated by your browser. Our kitchen works from the English words.
    </p>
  );
}
