import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { deleteKeyValue } from '../../api/keyvalue.js';
import { ConfirmButton } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/button.js';
import { dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

type StoredValue = readonly [key: string, { readonly value: string; readonly expires?: string | undefined }];

/** Rows in the given order; each can be edited and deleted. */
export function KeyValueTable({
  entries,
  onEdit,
  onChanged,
}: {
  readonly entries: readonly StoredValue[];
  readonly onEdit: (key: string) => void;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  return (
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
        {entries.map(([key, { value, expires }]) => (
          <Row
            key={key}
            name={key}
            value={value}
            expires={expires}
            onEdit={() => {
              onEdit(key);
            }}
            onDone={onChanged}
          />
        ))}
      </tbody>
    </table>
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
  const remove = useAction(deleteKeyValue);
  const deleting = t('keyvalue.delete', { key: name });
  return (
    <tr>
      <td className="mono">{name}</td>
      <td className="mono key-value">{value}</td>
      <td className="num dim">{expires === undefined ? '–' : dayTime(expires, locale, now)}</td>
      <td className="row-do">
        <IconButton icon={Pencil} label={t('keyvalue.edit', { key: name })} onClick={onEdit} />
        <ConfirmButton
          button={(openConfirm) => <IconButton icon={Trash2} label={deleting} onClick={openConfirm} />}
          title={deleting}
          text={t('keyvalue.delete-text')}
          action={t('common.delete')}
          busy={remove.busy}
          onConfirm={async () => {
            const done = await remove.run(name);
            if (done) onDone();
            return done;
          }}
        />
      </td>
    </tr>
  );
}
