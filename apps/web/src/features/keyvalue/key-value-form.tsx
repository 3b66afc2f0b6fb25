import { putKeyValue as route } from '#libs/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { putKeyValue } from '../../api/keyvalue.js';
import { Button } from '../../components/ui/button.js';
import { useEditConflict } from '../../components/ui/edit-conflict.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Modal } from '../../components/ui/modal.js';
import { conflictOf, type Edited, saveEdit } from '../../lib/edit-conflict.js';
import { showFaults } from '../../lib/form-faults.js';
import { fromLocalInput, toLocalInput } from '../../lib/clock-text.js';

interface Stored {
  readonly value: string;
  readonly expires: string;
}
interface Values extends Stored {
  readonly key: string;
}
/** A value as the server stores it. */
interface StoredValue {
  readonly value: string;
  readonly expires?: string | undefined;
  readonly version: number;
}
interface FormProps {
  /** Empty: a new value. */
  readonly name: string;
  readonly stored: StoredValue | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function KeyValueForm({ name, stored, onClose, onDone }: FormProps) {
  const { t } = useTranslation();
  const { register, save, errors, isSubmitting, dialog } = useKeyValueForm({ name, stored, onClose, onDone });
  return (
    <Modal open onClose={onClose} title={name === '' ? t('keyvalue.add') : t('keyvalue.edit', { key: name })}>
      <form
        className="key-value-form"
        noValidate
        onSubmit={(e) => {
          void save(e);
        }}
      >
        <Field label={t('keyvalue.key')} error={errors.key?.message}>
          {(parts) => (
            <input
              {...inputOf(parts)}
              {...register('key', { required: t('keyvalue.key-needed') })}
              readOnly={name !== ''}
              autoComplete="off"
              maxLength={255}
            />
          )}
        </Field>
        <Field label={t('keyvalue.value')} error={errors.value?.message}>
          {(parts) => <textarea {...inputOf(parts)} {...register('value')} maxLength={65_536} />}
        </Field>
        <Field label={t('keyvalue.expires')} help={t('keyvalue.expires-help')} error={errors.expires?.message}>
          {(parts) => <input {...inputOf(parts)} {...register('expires')} type="datetime-local" />}
        </Field>
        {errors.root && (
          <p className="field-error" role="alert">
            {errors.root.message}
          </p>
        )}
        <div className="modal-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" tone="primary" busy={isSubmitting}>
            {t('form.save')}
          </Button>
        </div>
      </form>
      {dialog}
    </Modal>
  );
}

/** The form's state, and `save`, which stores the value; `dialog` asks about conflicts with another edit. */
function useKeyValueForm({ name, stored, onClose, onDone }: FormProps) {
  const { t } = useTranslation();
  const { chooseEdit, dialog } = useEditConflict();
  const [opened] = useState(() => editedOf(stored));
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Values>({ defaultValues: { key: name, ...opened.values } });
  const save = handleSubmit(async ({ key, ...wanted }) => {
    try {
      const saved = await saveEdit<Stored, unknown>({
        opened,
        wanted,
        send: ({ value, expires }, { version }) =>
          putKeyValue(key.trim(), { value, expires: expires === '' ? null : fromLocalInput(expires), version }),
        currentOf: (thrown) => {
          const current = conflictOf(route, thrown);
          return current === undefined ? undefined : editedOf(current);
        },
        chooseEdit: (conflicts) =>
          chooseEdit(conflicts.map(({ field, theirs, mine }) => ({ label: t(`keyvalue.${field}`), theirs, mine }))),
      });
      if (saved.outcome === 'open') return;
      onDone();
      onClose();
    } catch (thrown) {
      showFaults(thrown, { names: ['key', 'value', 'expires'], setError, away: t('away.short') });
    }
  });
  return { register, save, errors, isSubmitting, dialog };
}

/** @param stored null: the value does not exist */
const editedOf = (stored: StoredValue | null): Edited<Stored> => ({
  values: { value: stored?.value ?? '', expires: stored?.expires === undefined ? '' : toLocalInput(stored.expires) },
  version: stored?.version ?? 0,
});
