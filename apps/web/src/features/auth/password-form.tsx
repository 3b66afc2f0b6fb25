import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { setPassword } from '../../api/auth.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { showFaults } from '../../lib/form-faults.js';
import { NewPasswordForm } from './new-password-form.js';

interface Values {
  password: string;
  current?: string | undefined;
}

/** Sets the first password, or changes it (`change`: the form also asks for the current one). */
export function PasswordForm({ change, onDone }: { readonly change: boolean; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    reset,
    formState: { errors, isSubmitting },
  } = useForm<Values>();
  const submit = handleSubmit(async ({ password, current }) => {
    try {
      const { message } = await setPassword(change && current !== undefined ? { password, current } : { password });
      toast.success(message === '' ? t('password.saved') : message);
      reset();
      onDone();
    } catch (thrown) {
      showFaults<Values>(thrown, { names: ['password', 'current'], setError, away: t('away.short') });
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
      {change && (
        <Field label={t('password.current')} error={errors.current?.message}>
          {(parts) => (
            <input {...inputOf(parts)} type="password" autoComplete="current-password" {...register('current')} />
          )}
        </Field>
      )}
    </NewPasswordForm>
  );
}
