import { putSettings as route, type SettingsView } from '#libs/contracts';
import { type SettingTexts } from '#libs/messages';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { toast } from 'sonner';
import { mutate } from 'swr';
import { KEY } from '../../api/keys.js';
import { saveSettings } from '../../api/settings.js';
import { Button } from '../../components/ui/button.js';
import { useEditConflict } from '../../components/ui/edit-conflict.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { conflictOf, type Edited, saveEdit } from '../../lib/edit-conflict.js';
import { fieldFaultsOf, faultText } from '../../lib/fault.js';
import {
  changedOf,
  choiceText,
  type FieldGroup,
  findFields,
  groupsOf,
  translateFields,
  type NamedField,
  type SettingValue,
} from './setting-field.js';
import { SettingRow } from './setting-row.js';
import { scrollToSetting } from './use-scroll-to-setting.js';
import './settings.css';

interface ServerSettingsProps {
  readonly view: SettingsView;
  /** null: the server's own English texts. */
  readonly texts: SettingTexts | null;
}

/**
 * The server's settings, built from the server's description; only changed keys are sent. `?showsetting=key` scrolls to
 * one.
 */
export function ServerSettings({ view, texts }: ServerSettingsProps) {
  const [query] = useSearchParams();
  const [searchText, setSearchText] = useState('');
  const { edited, opened, change, reset } = useChanges(view);
  const groups = useMemo(() => {
    const found = groupsOf(view.fields);
    return texts === null ? found : translateFields(found, texts);
  }, [view.fields, texts]);
  const fields = useMemo(() => groups.flatMap((g) => g.fields), [groups]);
  const { save, busy, faults, clear, dialog } = useSave({ opened, fields, onSaved: reset });
  const found = findFields(groups, searchText, Object.keys(faults));
  const changes = changedOf(fields, view.config, edited);
  const count = Object.keys(changes).length;
  const valueOf = (key: string): SettingValue => edited[key] ?? view.config[key] ?? '';
  return (
    <>
      <form
        className="settings-form"
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          if (count > 0 && !busy) void save(changes);
        }}
      >
        <SettingsBar groups={found} count={fields.length} searchText={searchText} onSearchText={setSearchText} />
        {found.map(({ group, title, fields: shown }) => (
          <section key={group} id={anchorOf(group)}>
            <h2>{title}</h2>
            {shown.map((field) => (
              <SettingRow
                key={field.key}
                field={field}
                valueOf={valueOf}
                error={faults[field.key]}
                shown={query.get('showsetting') === field.key}
                onChange={(value) => {
                  clear(field.key);
                  change(field.key, value);
                }}
              />
            ))}
          </section>
        ))}
        <SaveBar
          count={count}
          busy={busy}
          onDiscard={() => {
            reset();
            clear();
          }}
        />
      </form>
      {dialog}
    </>
  );
}

/** Unsaved changes on the page; `opened` are the settings at the time of the first change. */
function useChanges({ config, config_version }: SettingsView) {
  const [edited, setEdited] = useState<Values>({});
  const [first, setFirst] = useState<Edited<Values> | null>(null);
  const opened = first ?? { values: config, version: config_version };
  return {
    edited,
    opened,
    change: (key: string, value: SettingValue): void => {
      setFirst(opened);
      setEdited((old) => ({ ...old, [key]: value }));
    },
    reset: (): void => {
      setEdited({});
      setFirst(null);
    },
  };
}

const anchorOf = (group: string): string => `group-${group.toLowerCase().replace(/\W+/g, '-')}`;

interface BarProps {
  readonly groups: readonly FieldGroup[];
  readonly count: number;
  readonly searchText: string;
  readonly onSearchText: (searchText: string) => void;
}

/** Search for settings, and links to each group. */
function SettingsBar({ groups, count, searchText, onSearchText }: BarProps) {
  const { t } = useTranslation();
  return (
    <div className="settings-bar">
      <SearchInput
        label={t('settings.search', { count })}
        value={searchText}
        onChange={onSearchText}
        onKeyDown={(e) => {
          if (e.key === 'Enter') e.preventDefault();
        }}
      />
      {groups.length === 0 ? (
        <p className="muted" role="status">
          {t('settings.none')}
        </p>
      ) : (
        <nav className="settings-groups" aria-label={t('settings.groups')}>
          {groups.map(({ group, title }) => (
            <button
              key={group}
              type="button"
              onClick={() => {
                document.getElementById(anchorOf(group))?.scrollIntoView({ block: 'start' });
              }}
            >
              {title}
            </button>
          ))}
        </nav>
      )}
    </div>
  );
}

function SaveBar({
  count,
  busy,
  onDiscard,
}: {
  readonly count: number;
  readonly busy: boolean;
  readonly onDiscard: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={`settings-foot${count > 0 ? ' settings-foot-open' : ''}`}>
      <Button type="submit" tone="primary" busy={busy} disabled={count === 0}>
        {count === 0 ? t('form.save') : t('settings.save-n', { count })}
      </Button>
      <Button tone="ghost" disabled={count === 0} onClick={onDiscard}>
        {t('settings.discard')}
      </Button>
    </div>
  );
}

/** All results of saving use one toast, so that each replaces the previous one. */
const TOAST = 'settings-save';

interface SaveState {
  readonly opened: Edited<Values>;
  /** In the displayed order. */
  readonly fields: readonly NamedField[];
  readonly onSaved: () => void;
}

/** Saves, stores each error of the server (`config.<key>`) for its field, and scrolls to the first one. */
function useSave({ opened, fields, onSaved }: SaveState) {
  const { t } = useTranslation();
  const { chooseEdit, dialog } = useEditConflict();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  /** A new object at each refusal, so that the page scrolls to the same field again. */
  const [led, setLed] = useState<{ readonly key: string } | null>(null);
  useEffect(() => {
    if (led !== null) scrollToSetting(document.getElementById(`setting-${led.key}`));
  }, [led]);
  const refuse = (thrown: unknown): void => {
    const found: Readonly<Record<string, string>> = Object.fromEntries(
      fieldFaultsOf(thrown).map((f) => [f.path.replace(/^config\./, ''), f.message]),
    );
    const first = fields.find(({ key }) => Object.hasOwn(found, key));
    setFaults(found);
    setLed(first === undefined ? null : { key: first.key });
    toast.error(first === undefined ? faultText(thrown, t('away.short')) : `${first.text}: ${found[first.key] ?? ''}`, {
      id: TOAST,
    });
  };
  const save = async (changes: Values): Promise<void> => {
    setBusy(true);
    try {
      const saved = await saveEdit<Values, { readonly message: string }>({
        opened,
        wanted: changes,
        send: (values, base) => saveSettings(changesFrom(base.values, values), base.version),
        currentOf: (thrown) => {
          const now = conflictOf(route, thrown);
          return now && { values: now.config, version: now.config_version };
        },
        chooseEdit: (conflicts) => chooseEdit(conflicts.map(({ field, ...values }) => rowOf(fields, field, values))),
      });
      if (saved.outcome === 'open') return;
      await mutate(KEY.settings);
      setFaults({});
      const message = saved.outcome === 'saved' ? saved.answer.message : t('conflict.taken');
      toast.success(message === '' ? t('form.saved') : message, { id: TOAST });
      onSaved();
    } catch (thrown) {
      refuse(thrown);
    } finally {
      setBusy(false);
    }
  };
  const clear = (key?: string): void => {
    if (key === undefined) {
      setFaults({});
      toast.dismiss(TOAST);
    } else if (Object.hasOwn(faults, key)) setFaults({ ...faults, [key]: '' });
  };
  return { save, busy, faults, clear, dialog };
}

type Values = Readonly<Record<string, SettingValue>>;

const changesFrom = (base: Values, wanted: Values): Values =>
  Object.fromEntries(Object.entries(wanted).filter(([key, value]) => value !== base[key]));

function rowOf(
  fields: readonly NamedField[],
  key: string,
  { theirs, mine }: { readonly theirs: SettingValue; readonly mine: SettingValue },
) {
  const field = fields.find((one) => one.key === key);
  const shown = (value: SettingValue): SettingValue =>
    typeof value === 'string' && field !== undefined ? choiceText(field, value) : value;
  return { label: field?.text ?? key, theirs: shown(theirs), mine: shown(mine) };
}
