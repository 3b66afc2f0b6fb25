import { useTranslation } from 'react-i18next';
import { useSpace } from '../../api/space.js';
import { Meter } from '../../components/ui/meter.js';
import { bytes } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';

const KINDS = ['segments', 'files', 'chat', 'clips', 'local', 'other'] as const;

/** What the library weighs, by kind, each as its share of the whole. */
export function SpaceUse() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useSpace();
  if (data === undefined) return null;
  return (
    <section>
      <h2>{t('space.title')}</h2>
      <p className="muted about-space-sum num">
        {data.free === null
          ? t('space.sum-unknown', { used: bytes(data.used_total, locale) })
          : t('space.sum', { used: bytes(data.used_total, locale), free: bytes(data.free, locale) })}
      </p>
      <dl className="about-space num">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`space.${kind}`)}</dt>
            <dd>
              <Meter value={data.used_total === 0 ? 0 : data.used[kind] / data.used_total} label={t(`space.${kind}`)} />
            </dd>
            <dd>{bytes(data.used[kind], locale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
