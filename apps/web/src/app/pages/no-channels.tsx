import { Plus, Radio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/auth.js';
import { Blank } from '../../components/ui/blank.js';
import { Button } from '../../components/ui/button.js';

export function NoChannels({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  return (
    <Blank icon={Radio} title={t('empty.title')} text={admin ? t('empty.text') : t('empty.guest')}>
      {admin && (
        <Button tone="primary" icon={Plus} onClick={onAdd}>
          {t('channel.add')}
        </Button>
      )}
    </Blank>
  );
}
