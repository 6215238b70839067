/** The explanatory section, below form and results alike. Spec 2. */
export function GoodToKnow({ hasAdviser }: { hasAdviser: boolean }) {
  const answers = [
    {
      title: 'What is a plan?',
      text: 'The calories of a whole day: 1200, 1500 or 1800. Our lunch and dinner give about 60% of them, which is 720, 900 or 1080; breakfast, snacks and drinks are the rest. It is a guide for choosing meals: there are no packs, and you pay for each meal.',
    },
    {
      title: 'BMR and TDEE',
      text: 'BMR is the energy your body uses at rest; TDEE is for a whole day, with everything you do. Both come from published formulas and may be 10% off for any one person, so we show ranges.',
    },
    {
      title: 'Why no date?',
      text: 'A lighter body needs less, so weight follows a curve, not a straight line. We use the model of the NIH Body Weight Planner and give a range of weeks.',
    },
    {
      title: 'What happens to my details?',
      text: `We use them for the answer, then forget them: not stored, not logged, not shared${hasAdviser ? '; the language service that can write the explanation only gets the result' : ''}. Your browser saves the plan’s number, so your order can start with it.`,
    },
  ];
  return (
    <section aria-labelledby="good-to-know" className="@container grid gap-5">
      <h2 id="good-to-know" className="text-2xl">
        Good to know
      </h2>
      <dl className="grid gap-x-10 gap-y-5 @xl:grid-cols-2">
        {answers.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-1">
            <dt className="font-serif text-lg font-semibold">{title}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
