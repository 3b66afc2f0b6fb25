import { type Vod } from '#libs/contracts';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../components/ui/tag.js';
import { bytes, dayTime, seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { VodDetails } from './vod-details.js';
import { tagsOf } from './vod-state.js';
import { VodLength, VodStrip } from './vod-strip.js';
import { fileNameOf, numberOf, titleOfVod } from './vod-title.js';
import './vod-row.css';

/** One VOD in a list: a summary line that opens all details. */
export function VodRow({
  vod,
  startOpen = false,
  who,
}: {
  readonly vod: Vod;
  readonly startOpen?: boolean;
  /** The name of its channel, if the row is not in the channel's box. */
  readonly who?: string;
}) {
  const locale = useLocale();
  const [open, setOpen] = useState(startOpen);
  const panel = useId();
  const fileName = fileNameOf(vod);
  return (
    <article className="vod" id={`vod_${vod.uuid}`}>
      <button
        type="button"
        className="vod-row"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <ChevronRight className="vod-chevron" aria-hidden="true" size={15} />
        <RowDate iso={vod.started_at} locale={locale} />
        <span className={`vod-title cut${fileName === null ? '' : ' mono'}`} title={vod.basename}>
          {[who, numberOf(vod)].map(
            (text) =>
              text !== undefined &&
              text !== null && (
                <span key={text} className="vod-who num">
                  {text}
                </span>
              ),
          )}
          {fileName ?? titleOfVod(vod)}
        </span>
        <span className="vod-strip">
          <VodStrip vod={vod} size="row" />
        </span>
        <span className="vod-len num">
          <VodLength vod={vod} />
        </span>
        <span className="vod-size num">{bytes(vod.total_size, locale)}</span>
        <span className="vod-tags">
          <VodTags vod={vod} />
        </span>
      </button>
      {open && (
        <div id={panel}>
          <VodDetails vod={vod} />
        </div>
      )}
    </article>
  );
}

function RowDate({ iso, locale }: { readonly iso: string; readonly locale: string }) {
  return (
    <time className="vod-date" dateTime={iso}>
      {dayTime(iso, locale, useNow())}
    </time>
  );
}

export function VodTags({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return tagsOf(vod).map(({ key, tone, pulse }) => (
    <Tag key={key} tone={tone} dot={pulse} pulse={pulse}>
      {t(`vod.tag.${key}`, { length: seconds(vod.missing_ms, locale) })}
    </Tag>
  ));
}
