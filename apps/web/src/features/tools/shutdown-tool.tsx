import { Power } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shutDown } from '../../api/tools.js';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { SwitchRow } from '../../components/ui/switch-row.js';
import { useAction } from '../../lib/use-action.js';

export function ShutdownTool() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [force, setForce] = useState(false);
  const stop = useAction(shutDown);
  return (
    <section>
      <h2>{t('tools.shutdown')}</h2>
      <p className="muted">{t('tools.shutdown-help')}</p>
      <Button
        icon={Power}
        onClick={() => {
          setForce(false);
          setAsking(true);
        }}
      >
        {t('tools.shutdown')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        title={t('tools.shutdown-title')}
        text={t('tools.shutdown-text')}
        action={t('tools.shutdown')}
        busy={stop.busy}
        onConfirm={() => {
          void stop.run(force).then((done) => {
            if (done) setAsking(false);
          });
        }}
      >
        <SwitchRow checked={force} onChange={setForce} label={t('tools.shutdown-force')} />
      </Confirm>
    </section>
  );
}
