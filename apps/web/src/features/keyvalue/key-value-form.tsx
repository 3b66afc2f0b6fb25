import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { putKeyValue } from '../../api/keyvalue.js';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Modal } from '../../components/ui/modal.js';
import { showFaults } from '../../lib/form-faults.js';
import { fromLocalInput, toLocalInput } from '../../lib/clock-text.js';

interface Values {
  readonly key: string;
  readonly value: string;
  readonly expires: string;
}
interface FormProps {
  /** Empty: a new one. */
  readonly name: string;
  readonly value: string;
  readonly expires: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function KeyValueForm({ name, value, expires, onClose, onDone }: FormProps) {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Values>({
    defaultValues: { key: name, value, expires: expires === undefined ? '' : toLocalInput(expires) },
  });
  const save = handleSubmit(async (values) => {
    try {
      await putKeyValue(values.key.trim(), values.value, values.expires === '' ? null : fromLocalInput(values.expires));
      onDone();
      onClose();
    } catch (thrown) {
      showFaults(thrown, { names: ['key', 'value', 'expires'], setError, away: t('away.short') });
    }
  });
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
    </Modal>
  );
}
