import { UserError } from '#libs/errors';
import { type SettingsView } from '#libs/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { mutate } from 'swr';
import { KEY } from '../../api/keys.js';
import { saveSettings } from '../../api/save-settings.js';
import { Button } from '../../components/ui/button.js';
import { Field } from '../../components/ui/field.js';
import { isUnreachable, textOf } from '../../lib/fault.js';
import { changedOf, groupsOf, type SettingValue } from './setting-field.js';
import { SettingInput } from './setting-input.js';
import './settings.css';

/** The server's settings, made from its own description of them; only changed keys go out. */
export function ServerSettings({ view }: { readonly view: SettingsView }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Record<string, SettingValue>>({});
  const { save, busy, faults, clear } = useSave(view.config, () => { setEdited({}); });
  const groups = useMemo(() => groupsOf(view.fields), [view.fields]);
  const changes = changedOf(groups.flatMap((g) => g.fields), view.config, edited);
  const count = Object.keys(changes).length;
  return (
    <form className="settings-form" noValidate onSubmit={(e) => { e.preventDefault(); if (count > 0 && !busy) void save(changes); }}>
      {groups.map(({ group, fields }) => (
        <section key={group}>
          <h2>{group}</h2>
          {fields.map((field) => (
            <Field key={field.key} wide label={field.text} help={field.help} error={faults[field.key]}>
              {(parts) => <SettingInput field={field} parts={parts} value={edited[field.key] ?? view.config[field.key] ?? ''} onChange={(value) => { clear(field.key); setEdited({ ...edited, [field.key]: value }); }} />}
            </Field>
          ))}
        </section>
      ))}
      <div className={`settings-foot${count > 0 ? ' settings-foot-open' : ''}`}>
        <Button type="submit" tone="primary" busy={busy} disabled={count === 0}>{count === 0 ? t('settings.save') : t('settings.save-n', { count })}</Button>
        <Button tone="ghost" disabled={count === 0} onClick={() => { setEdited({}); clear(); }}>{t('settings.discard')}</Button>
      </div>
    </form>
  );
}

/** Saves, and keeps each objection of the server (`config.<key>`) for its field. */
function useSave(seen: SettingsView['config'], onSaved: () => void) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const save = async (changes: Readonly<Record<string, SettingValue>>): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await saveSettings(changes, seen);
      await mutate(KEY.settings);
      setFaults({});
      toast.success(message === '' ? t('settings.saved') : message);
      onSaved();
    } catch (thrown) {
      setFaults(thrown instanceof UserError ? Object.fromEntries(thrown.fields.map((f) => [f.path.replace(/^config\./, ''), f.message])) : {});
      toast.error(isUnreachable(thrown) ? t('away.short') : textOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const clear = (key?: string): void => { setFaults(key === undefined ? {} : { ...faults, [key]: '' }); };
  return { save, busy, faults, clear };
}
