import { CHAT_METHODS, type ChatMethod, type Quality } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { Select } from './select.js';

/** Qualities that a download offers (v0's list). The site reports an error if it does not have the selected one. */
export const QUALITIES = [
  'best',
  '1080p60',
  '1080p',
  '720p60',
  '720p',
  '480p',
  '360p',
  '160p',
  'audio_only',
] as const satisfies readonly z.infer<typeof Quality>[];
export type QualityName = (typeof QUALITIES)[number];

const QUALITY_KEYS = { best: 'quality.best', audio_only: 'quality.audio' } as const satisfies Partial<
  Record<QualityName, string>
>;
const hasText = (name: QualityName): name is keyof typeof QUALITY_KEYS => name in QUALITY_KEYS;

/** Selects the quality of a download. */
export function QualitySelect({
  value,
  onChange,
  id,
}: {
  readonly value: QualityName;
  readonly onChange: (value: QualityName) => void;
  readonly id?: string;
}) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('quality.label')}
      value={value}
      onChange={onChange}
      {...(id === undefined ? {} : { id })}
      options={QUALITIES.map((name) => ({ value: name, label: hasText(name) ? t(QUALITY_KEYS[name]) : name }))}
    />
  );
}

/** Selects the file format of a site's chat. The names are v0's; Vodkeep writes both formats itself. */
export function ChatMethodSelect({
  value,
  onChange,
  id,
}: {
  readonly value: ChatMethod;
  readonly onChange: (value: ChatMethod) => void;
  readonly id: string;
}) {
  const { t } = useTranslation();
  return (
    <Select
      id={id}
      label={t('download.method')}
      value={value}
      onChange={onChange}
      options={CHAT_METHODS.map((name) => ({ value: name, label: t(`download.method.${name}`) }))}
    />
  );
}
