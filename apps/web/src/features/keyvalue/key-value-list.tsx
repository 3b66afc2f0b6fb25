import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteKeyValue } from '../../api/delete-key-value.js';
import { deleteKeyValues } from '../../api/delete-key-values.js';
import { useKeyValues } from '../../api/use-key-values.js';
import { Blank } from '../../components/ui/blank.js';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/icon-button.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { Unloaded } from '../../components/ui/unloaded.js';
import { byName } from '../../lib/by-name.js';
import { dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { KeyValueForm } from './key-value-form.js';
import './key-value.css';

/** What the operator's own scripts keep here. */
export function KeyValueList() {
  const { t } = useTranslation();
  const answer = useKeyValues();
  const [words, setWords] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  if (answer.data === undefined) return <Unloaded what={t('keyvalue.loading')} answer={answer} />;
  const values = answer.data;
  const changed = (): void => {
    void answer.mutate();
  };
  const found = Object.entries(values)
    .filter(([key, { value }]) => `${key} ${value}`.toLowerCase().includes(words.trim().toLowerCase()))
    .sort(([a], [b]) => byName(a, b));
  return (
    <section>
      <p className="muted key-values-help">{t('keyvalue.help')}</p>
      <div className="list-bar">
        <SearchInput label={t('keyvalue.find')} value={words} onChange={setWords} />
        <span className="grow" />
        <Button
          icon={Plus}
          tone="primary"
          onClick={() => {
            setEditing('');
          }}
        >
          {t('keyvalue.add')}
        </Button>
        <DeleteAll count={Object.keys(values).length} onDone={changed} />
      </div>
      {Object.keys(values).length === 0 ? (
        <Blank icon={KeyRound} title={t('keyvalue.empty')} text={t('keyvalue.empty-text')} />
      ) : found.length === 0 ? (
        <p className="muted">{t('keyvalue.none')}</p>
      ) : (
        <table className="table key-values">
          <thead>
            <tr>
              <th scope="col">{t('keyvalue.key')}</th>
              <th scope="col">{t('keyvalue.value')}</th>
              <th scope="col">{t('keyvalue.expires')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {found.map(([key, { value, expires }]) => (
              <Row
                key={key}
                name={key}
                value={value}
                expires={expires}
                onEdit={() => {
                  setEditing(key);
                }}
                onDone={changed}
              />
            ))}
          </tbody>
        </table>
      )}
      {editing !== null && (
        <KeyValueForm
          name={editing}
          value={values[editing]?.value ?? ''}
          expires={values[editing]?.expires}
          onClose={() => {
            setEditing(null);
          }}
          onDone={changed}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly expires: string | undefined;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}

function Row({ name, value, expires, onEdit, onDone }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteKeyValue);
  return (
    <tr>
      <td className="mono">{name}</td>
      <td className="mono key-value">{value}</td>
      <td className="num dim">{expires === undefined ? '–' : dayTime(expires, locale, now)}</td>
      <td className="row-do">
        <IconButton icon={Pencil} label={t('keyvalue.edit', { key: name })} onClick={onEdit} />
        <IconButton
          icon={Trash2}
          label={t('keyvalue.delete', { key: name })}
          onClick={() => {
            setAsking(true);
          }}
        />
        <Confirm
          open={asking}
          onClose={() => {
            setAsking(false);
          }}
          title={t('keyvalue.delete', { key: name })}
          text={t('keyvalue.delete-text')}
          action={t('common.delete')}
          busy={remove.busy}
          onConfirm={() => {
            void remove.run(name).then((done) => {
              if (done) {
                setAsking(false);
                onDone();
              }
            });
          }}
        />
      </td>
    </tr>
  );
}

function DeleteAll({ count, onDone }: { readonly count: number; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteKeyValues);
  return (
    <>
      <Button
        icon={Trash2}
        disabled={count === 0}
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('keyvalue.delete-all')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        title={t('keyvalue.delete-all-title', { count })}
        text={t('keyvalue.delete-text')}
        action={t('common.delete')}
        busy={remove.busy}
        onConfirm={() => {
          void remove.run().then((done) => {
            if (done) {
              setAsking(false);
              onDone();
            }
          });
        }}
      />
    </>
  );
}
