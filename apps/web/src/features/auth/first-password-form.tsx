import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { setFirstPassword } from '../../api/auth.js';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Notice } from '../../components/ui/notice.js';
import { showFaults } from '../../lib/form-faults.js';

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
    <form
      className="login-form"
      onSubmit={(e) => {
        void submit(e);
      }}
    >
      {errors.root?.message !== undefined && <Notice tone="rec" title={errors.root.message} live />}
      <Field label={t('password.code')} help={t('password.code-help')} error={errors.code?.message}>
        {(parts) => (
          <input {...inputOf(parts)} autoComplete="one-time-code" autoCapitalize="characters" {...register('code')} />
        )}
      </Field>
      <Field label={t('password.new')} help={t('password.help')} error={errors.password?.message}>
        {(parts) => <input {...inputOf(parts)} type="password" autoComplete="new-password" {...register('password')} />}
      </Field>
      <Button type="submit" tone="primary" busy={isSubmitting}>
        {t('password.save')}
      </Button>
    </form>
  );
}
