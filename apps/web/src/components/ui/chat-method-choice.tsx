import { CHAT_METHODS, type ChatMethod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Choice } from './choice.js';

/**
 * In which form the chat of a site is left as a file. v0's names of the two; both are answered by our own code (spec
 * M5).
 */
export function ChatMethodChoice({
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
    <Choice
      id={id}
      label={t('download.method')}
      value={value}
      onChange={onChange}
      options={CHAT_METHODS.map((name) => ({ value: name, label: t(`download.method.${name}`) }))}
    />
  );
}
