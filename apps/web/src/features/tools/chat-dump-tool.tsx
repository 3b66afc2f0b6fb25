import { MessageSquareText } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { startChatDump } from '../../api/download.js';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { showFaults } from '../../lib/form-faults.js';

/** Records a channel's chat from now on, until the job is stopped. */
export function ChatDumpTool() {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    reset,
    formState: { errors, isSubmitting },
  } = useForm<{ login: string }>({ defaultValues: { login: '' } });
  const start = handleSubmit(async ({ login }) => {
    try {
      const { message } = await startChatDump(login.trim());
      toast.success(message === '' ? t('tools.started') : message);
      reset();
    } catch (thrown) {
      showFaults(thrown, { names: ['login'], setError, away: t('away.short') });
    }
  });
  return (
    <section>
      <h2>{t('tools.dump')}</h2>
      <p className="muted">{t('tools.dump-help')}</p>
      <form
        className="tool-form"
        noValidate
        onSubmit={(e) => {
          void start(e);
        }}
      >
        <Field label={t('tools.dump-login')} error={errors.login?.message}>
          {(parts) => (
            <input
              {...inputOf(parts)}
              {...register('login', { required: t('tools.dump-needed') })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
            />
          )}
        </Field>
        {errors.root && (
          <p className="field-error" role="alert">
            {errors.root.message}
          </p>
        )}
        <Button type="submit" icon={MessageSquareText} busy={isSubmitting}>
          {t('tools.dump-do')}
        </Button>
      </form>
    </section>
  );
}
