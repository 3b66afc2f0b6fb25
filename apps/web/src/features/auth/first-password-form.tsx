import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { setFirstPassword } from '../../api/auth.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { showFaults } from '../../lib/form-faults.js';
import { NewPasswordForm } from './new-password-form.js';

interface Values {
  code: string;
  password: string;
}

/** Sets the first password from another machine, with the code of the console. */
export function FirstPasswordForm({ onIn }: { readonly onIn: () => void }) {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Values>();
  const submit = handleSubmit(async (values) => {
    try {
      await setFirstPassword(values);
      onIn();
    } catch (thrown) {
      showFaults<Values>(thrown, { names: ['code', 'password'], setError, away: t('away.short') });
    }
  });
  return (
    <NewPasswordForm
      onSubmit={submit}
      busy={isSubmitting}
      fault={errors.root?.message}
      password={register('password')}
      passwordFault={errors.password?.message}
    >
      <Field label={t('password.code')} help={t('password.code-help')} error={errors.code?.message}>
        {(parts) => (
          <input {...inputOf(parts)} autoComplete="one-time-code" autoCapitalize="characters" {...register('code')} />
        )}
      </Field>
    </NewPasswordForm>
  );
}
