import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isUnreachable, textOf } from '../../lib/fault.js';
import { Blank } from './blank.js';
import { Button } from './button.js';

/** A page whose data could not be loaded. It is tried again by itself; the button is for the impatient. */
export function AwayBox({
  error,
  onRetry,
  page = false,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly page?: boolean;
}) {
  const { t } = useTranslation();
  const away = isUnreachable(error);
  const text = textOf(error);
  return (
    <Blank
      page={page}
      icon={Unplug}
      title={away ? t('away.title') : t('away.failed')}
      text={away || text === '' ? t('away.text') : text}
    >
      <Button tone="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Blank>
  );
}
