import { useTranslation } from 'react-i18next';
import { QUALITIES, type QualityName } from '../../lib/qualities.js';
import { Choice } from './choice.js';

const WORDS = { best: 'quality.best', audio_only: 'quality.audio' } as const satisfies Partial<
  Record<QualityName, string>
>;
const isWord = (name: QualityName): name is keyof typeof WORDS => name in WORDS;

/** In which quality something is downloaded. */
export function QualityChoice({
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
    <Choice
      label={t('quality.label')}
      value={value}
      onChange={onChange}
      {...(id === undefined ? {} : { id })}
      options={QUALITIES.map((name) => ({ value: name, label: isWord(name) ? t(WORDS[name]) : name }))}
    />
  );
}
