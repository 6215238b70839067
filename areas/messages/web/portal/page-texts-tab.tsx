import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { CATALOGUE, PAGE_TEXT_KEYS } from '#areas/business/rules/texts/catalogue.ts';
import { untrueDefaultWords } from '#areas/business/rules/texts/text-warnings.ts';
import { TEXT_PAGES, type TextPage, type OwnText } from '#areas/business/rules/texts/text-entry.ts';
import type { TextValues } from '#areas/business/rules/texts/text-values.ts';
import { textsAtHand } from '#areas/business/web/page-lines.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextCard, type TextDraft } from '#areas/messages/web/portal/text-card.tsx';
import { type Texts, textsQuery, previewQuery } from '#areas/messages/web/portal/text-editing.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';

const PAGES = Object.keys(TEXT_PAGES) as TextPage[];

/** Every sentence of the public pages that is the kitchen's own, page by page, beside the real page. */
export function PageTextsTab() {
  return (
    <section className="grid gap-5 py-5">
      <p className="max-w-2xl text-ink-soft">
        What your pages say. Facts in braces follow your settings, so they stay true. Customers see
        a change as soon as you save.
      </p>
      <Loaded query={useQuery(textsQuery)} what="the texts" kind="form">
        {(texts) => <PageTexts texts={texts} />}
      </Loaded>
    </section>
  );
}

function PageTexts({ texts }: { texts: Texts }) {
  const [params] = useSearchParams();
  const [page, setPage] = useState(PAGES.find((each) => each === params.get('page')) ?? 'home');
  /** Beside the texts where there is room; elsewhere on request. */
  const [showsPage, setShowsPage] = useState(false);
  const [drafts, setDrafts] = useState<Readonly<Record<string, TextDraft>>>({});
  useLeaveGuard(Object.keys(drafts).length > 0, 'the texts');
  const config = useConfig();
  const values = texts.values as TextValues;
  const { situation } = textsAtHand({ config, texts: { own: {}, values } });
  const { business } = config;
  const facts = { values, business, prices: texts.prices, defaults: untrueDefaultWords(business) };
  const keys = PAGE_TEXT_KEYS.filter((key) => CATALOGUE[key]?.page === page);

  function setDraft(key: string, draft: TextDraft | undefined) {
    setDrafts(({ [key]: _former, ...others }) => (draft ? { ...others, [key]: draft } : others));
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="grid min-w-0 gap-5">
        <SelectField
          label="Page"
          className="max-w-sm"
          value={page}
          onChange={({ target }) => setPage(target.value as TextPage)}
          options={PAGES.map((value) => ({ value, label: TEXT_PAGES[value].label }))}
        />
        {keys.map((key) => {
          const entry = CATALOGUE[key];
          if (!entry) return null;
          return (
            <TextCard
              key={key}
              textKey={key}
              entry={entry}
              saved={texts.texts.find((text) => text.key === key)}
              draft={drafts[key]}
              onDraft={(draft) => setDraft(key, draft)}
              situation={situation}
              facts={facts}
            />
          );
        })}
      </div>
      <div className="min-w-0 max-xl:order-first xl:sticky xl:top-4">
        <Button
          variant="secondary"
          size="small"
          className="xl:hidden"
          aria-expanded={showsPage}
          onClick={() => setShowsPage(!showsPage)}
        >
          {showsPage ? 'Hide the page' : 'See the page'}
        </Button>
        <div className={showsPage ? 'max-xl:pt-3' : 'max-xl:hidden'}>
          <PreviewPane
            page={page}
            drafts={Object.fromEntries(
              Object.entries(drafts).map(([key, { value }]) => [key, value]),
            )}
          />
        </div>
      </div>
    </div>
  );
}

const WIDTHS = { phone: 390, wide: 1280 } as const;
/** After the last key, so that not every letter draws a page. */
const PAUSE_MS = 400;

type PreviewPaneProps = { page: TextPage; drafts: Readonly<Record<string, OwnText>> };

/** The real page with what was typed: in a frame in which no script runs and no link leads anywhere. */
function PreviewPane({ page, drafts }: PreviewPaneProps) {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone');
  const settled = useSettled(drafts);
  return (
    <section aria-labelledby="as-customers" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="as-customers" className="text-lg">
          As customers see it
        </h2>
        <PillChoice
          legend="Width of the page"
          hideLegend
          layout="row"
          value={width}
          pills={[
            { value: 'phone', label: 'Phone' },
            { value: 'wide', label: 'Desk' },
          ]}
          onChange={setWidth}
        />
      </div>
      <Loaded query={useQuery(previewQuery(page, settled))} what="the page" kind="detail">
        {({ html }) => <PageFrame html={html} width={WIDTHS[width]} />}
      </Loaded>
      <p className="text-sm text-ink-soft">
        What you are changing is marked. Links lead nowhere here.
      </p>
    </section>
  );
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const HEIGHT = 640;

/** As wide as the device, drawn smaller where there is less room. */
function PageFrame({ html, width }: { html: string; width: number }) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [width]);
  const scale = Math.min(1, room / width);
  return (
    <div
      ref={place}
      className="mx-auto w-full overflow-hidden rounded-2xl border border-line bg-ground"
      style={{ height: HEIGHT, maxWidth: width }}
    >
      <iframe
        ref={frame}
        title="The page"
        srcDoc={html}
        // Its own fonts and stylesheet, and nothing else: no scripts, forms or windows.
        sandbox="allow-same-origin"
        style={{
          width,
          height: HEIGHT / scale,
          transform: `scale(${scale})`,
          transformOrigin: 'top left',
        }}
        onLoad={() =>
          frame.current?.contentDocument?.querySelector('mark')?.scrollIntoView({ block: 'center' })
        }
      />
    </div>
  );
}
