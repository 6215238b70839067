import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnText, TextPage } from '#areas/business/rules/texts/text-entry.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { previewQuery } from './texts-queries.ts';

const WIDTHS = { phone: 390, wide: 1280 } as const;
/** After the last key, so that not every letter draws a page. */
const PAUSE_MS = 400;

type PreviewPaneProps = { page: TextPage; drafts: Readonly<Record<string, OwnText>> };

/** The real page with what was typed: in a frame in which no script runs and no link leads anywhere. */
export function PreviewPane({ page, drafts }: PreviewPaneProps) {
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
