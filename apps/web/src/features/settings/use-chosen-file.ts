import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importSettings } from '../../api/settings.js';
import { tellingOf } from '../../lib/fault.js';
import { type ChosenFile } from './import-dialog.js';
import { readSettingsFile } from './read-settings-file.js';

/** A file of settings that was picked: the server looks at it and changes nothing yet. `fault`: why it cannot. */
export function useChosenFile() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [fault, setFault] = useState('');
  const choose = async (picked: File): Promise<void> => {
    setFault('');
    try {
      const file = readSettingsFile(await picked.text());
      if (file === null) setFault(t('settings.import-no-json'));
      else setChosen({ file, report: (await importSettings(file, true)).data });
    } catch (thrown) {
      setFault(tellingOf(thrown, t('away.short')));
    }
  };
  const drop = (): void => {
    setChosen(null);
  };
  return { chosen, fault, choose, drop };
}
