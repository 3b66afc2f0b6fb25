import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.js';
import { Modal } from './modal.js';
import './edit-conflict.css';

/** A field that two edits changed; a list has one text per item. */
export interface ConflictRow {
  readonly label: string;
  readonly theirs: ConflictValue;
  readonly mine: ConflictValue;
}
type ConflictValue = string | number | boolean | readonly string[];
type Choice = 'mine' | 'theirs';

interface Question {
  readonly rows: readonly ConflictRow[];
  readonly answer: (choice: Choice | null) => void;
}

/**
 * Asks which edit applies. Render `dialog` next to the form, not inside it. `chooseEdit` resolves to null if the dialog
 * is closed.
 */
export function useEditConflict(): {
  readonly chooseEdit: (rows: readonly ConflictRow[]) => Promise<Choice | null>;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const chooseEdit = (rows: readonly ConflictRow[]): Promise<Choice | null> =>
    new Promise((resolve) => {
      setQuestion({
        rows,
        answer: (choice) => {
          setQuestion(null);
          resolve(choice);
        },
      });
    });
  return { chooseEdit, dialog: question && <EditConflict {...question} /> };
}

function EditConflict({ rows, answer }: Question) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t('conflict.title')}
      text={t('conflict.text')}
      onClose={() => {
        answer(null);
      }}
    >
      <table className="table edit-conflict">
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, theirs, mine }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Value value={theirs} />
              </td>
              <td>
                <Value value={mine} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="modal-foot">
        <Button
          onClick={() => {
            answer('theirs');
          }}
        >
          {t('conflict.take')}
        </Button>
        <Button
          tone="primary"
          onClick={() => {
            answer('mine');
          }}
        >
          {t('conflict.keep')}
        </Button>
      </div>
    </Modal>
  );
}

function Value({ value }: { readonly value: ConflictValue }) {
  const { t } = useTranslation();
  if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off');
  const text = typeof value === 'object' ? value.join('\n') : String(value);
  return text === '' ? <span className="muted">{t('conflict.empty')}</span> : text;
}
