import { type DeadLetter } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { dropDeadLetter, retryDeadLetter } from '../../api/dead-letter.js';
import { KEY } from '../../api/keys.js';
import { Button } from '../../components/ui/button.js';
import { Notice } from '../../components/ui/notice.js';
import { useAction } from '../../lib/use-action.js';

/** A piece of work that was given up on, with "Try again". */
export function DeadLetterNotice({ letter }: { readonly letter: DeadLetter }) {
  const { t } = useTranslation();
  const retry = useAction(retryDeadLetter);
  const drop = useAction(dropDeadLetter);
  const reload = (): void => {
    void mutate(KEY.deadLetters);
  };
  return (
    <Notice
      tone="rec"
      title={t('notices.dead-letter', { name: letter.name, count: letter.attempts })}
      text={letter.error}
    >
      <Button
        size="small"
        busy={retry.busy}
        onClick={() => {
          void retry.run(letter.id).then(reload);
        }}
      >
        {t('common.retry')}
      </Button>
      <Button
        size="small"
        tone="ghost"
        busy={drop.busy}
        onClick={() => {
          void drop.run(letter.id).then(reload);
        }}
      >
        {t('notices.forget')}
      </Button>
    </Notice>
  );
}
