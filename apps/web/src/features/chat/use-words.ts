import { type LayoutWords } from '#libs/chat-layout';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The layout's own words in the page's language. What the layout fills in stands in single braces, so the text is asked
 * for with the braces as values.
 */
export function useWords(): LayoutWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      placeholder: t('chat.placeholder'),
      first: t('chat.first'),
      highlighted: t('chat.highlighted'),
      bits: t('chat.bits', { bits: '{bits}' }),
      sharedFrom: t('chat.shared-from', { name: '{name}' }),
      reply: t('chat.reply', { name: '{name}', body: '{body}' }),
      removed: {
        moderator: t('chat.removed.moderator'),
        ban: t('chat.removed.ban'),
        timeout: t('chat.removed.timeout'),
        clear: t('chat.removed.clear'),
      },
    }),
    [t],
  );
}
