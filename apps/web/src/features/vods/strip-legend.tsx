import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { categoriesOf } from '../../components/strip/strip-story.js';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';

/** What the colours of the strip above mean; nothing where it has none. */
export function StripLegend({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const categories = categoriesOf(vod.chapters);
  if (categories.length === 0 && vod.ad_ms === 0 && vod.missing_ms === 0) return null;
  return (
    <ul className="strip-legend">
      {categories.map(({ name, hue }) => (
        <li key={name}>
          <span className="swatch" style={{ '--hue': hue }} aria-hidden="true" />
          <span className="cut">{name}</span>
        </li>
      ))}
      {vod.ad_ms > 0 && (
        <li>
          <span className="swatch swatch-ad" aria-hidden="true" />
          {t('strip.ads', { length: seconds(vod.ad_ms, locale) })}
        </li>
      )}
      {vod.missing_ms > 0 && (
        <li>
          <span className="swatch swatch-gap" aria-hidden="true" />
          {t('vod.tag.missing', { length: seconds(vod.missing_ms, locale) })}
        </li>
      )}
    </ul>
  );
}
