import { CloudDownload, CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fetchClientSettings, leaveClientSettings } from '../../api/client-settings.js';
import { Button } from '../../components/ui/button.js';
import { readSettings, writeSettings } from '../../lib/client-settings.js';
import { useAction } from '../../lib/use-action.js';
import { fromStored, toStored } from './synced-settings.js';

/** The settings of this browser, to and from the server. @param canLeave who may change the copy there */
export function ClientSync({ canLeave }: { readonly canLeave: boolean }) {
  const { t } = useTranslation();
  const up = useAction(async () => leaveClientSettings(toStored(readSettings(), await fetchClientSettings())));
  const down = useAction(async () => {
    const taken = fromStored(await fetchClientSettings(), readSettings());
    if (taken !== null) writeSettings(taken);
    return { message: taken === null ? t('client.sync-none') : t('client.sync-taken') };
  });
  return (
    <section className="settings-more">
      <h2>{t('client.sync')}</h2>
      <p className="muted">{t('client.sync-help')}</p>
      <div className="button-row">
        {canLeave && (
          <Button
            icon={CloudUpload}
            busy={up.busy}
            onClick={() => {
              void up.run();
            }}
          >
            {t('client.sync-up')}
          </Button>
        )}
        <Button
          icon={CloudDownload}
          busy={down.busy}
          onClick={() => {
            void down.run();
          }}
        >
          {t('client.sync-down')}
        </Button>
      </div>
    </section>
  );
}
