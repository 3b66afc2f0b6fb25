import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteKeyValues, useKeyValues } from '../../api/keyvalue.js';
import { ConfirmButton } from '../../components/ui/confirm.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Button } from '../../components/ui/button.js';
import { SearchInput } from '../../components/ui/search-input.js';
import { LoadState } from '../../components/ui/load-state.js';
import { byName } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { KeyValueForm } from './key-value-form.js';
import { KeyValueTable } from './key-value-table.js';
import './key-value.css';

/** Values that the operator's own scripts store. */
export function KeyValueList() {
  const { t } = useTranslation();
  const answer = useKeyValues();
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  if (answer.data === undefined) return <LoadState what={t('keyvalue.loading')} answer={answer} />;
  const values = answer.data;
  const changed = (): void => {
    void answer.mutate();
  };
  const found = Object.entries(values)
    .filter(([key, { value }]) => `${key} ${value}`.toLowerCase().includes(query.trim().toLowerCase()))
    .sort(([a], [b]) => byName(a, b));
  return (
    <section>
      <p className="muted key-values-help">{t('keyvalue.help')}</p>
      <div className="list-bar">
        <SearchInput label={t('keyvalue.find')} value={query} onChange={setQuery} />
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
        <EmptyState icon={KeyRound} title={t('keyvalue.empty')} text={t('keyvalue.empty-text')} />
      ) : found.length === 0 ? (
        <p className="muted">{t('keyvalue.none')}</p>
      ) : (
        <KeyValueTable entries={found} onEdit={setEditing} onChanged={changed} />
      )}
      {editing !== null && (
        <KeyValueForm
          name={editing}
          stored={values[editing] ?? null}
          onClose={() => {
            setEditing(null);
          }}
          onDone={changed}
        />
      )}
    </section>
  );
}

function DeleteAll({ count, onDone }: { readonly count: number; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const remove = useAction(deleteKeyValues);
  return (
    <ConfirmButton
      button={(openConfirm) => (
        <Button icon={Trash2} disabled={count === 0} onClick={openConfirm}>
          {t('keyvalue.delete-all')}
        </Button>
      )}
      title={t('keyvalue.delete-all-title', { count })}
      text={t('keyvalue.delete-text')}
      action={t('common.delete')}
      busy={remove.busy}
      onConfirm={async () => {
        const done = await remove.run();
        if (done) onDone();
        return done;
      }}
    />
  );
}
