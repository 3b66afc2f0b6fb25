import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../components/ui/tag.js';
import { seconds } from '../../lib/format.js';
import { tagsOf } from './vod-state.js';

export function VodTags({ vod }: { readonly vod: Vod }) {
  const { t, i18n } = useTranslation();
  return tagsOf(vod).map(({ key, tone, pulse }) => (
    <Tag key={key} tone={tone} dot={pulse} pulse={pulse}>{t(`vod.tag.${key}`, { length: seconds(vod.missing_ms, i18n.language) })}</Tag>
  ));
}
