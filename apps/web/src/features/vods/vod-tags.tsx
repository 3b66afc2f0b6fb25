import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../components/ui/tag.js';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { tagsOf } from './vod-state.js';

export function VodTags({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return tagsOf(vod).map(({ key, tone, pulse }) => (
    <Tag key={key} tone={tone} dot={pulse} pulse={pulse}>
      {t(`vod.tag.${key}`, { length: seconds(vod.missing_ms, locale) })}
    </Tag>
  ));
}
