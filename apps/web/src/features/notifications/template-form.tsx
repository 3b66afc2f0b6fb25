import {
  DEFAULT_TEMPLATE,
  NOTIFICATION_VARIABLES,
  type NotificationCategory,
  type NotificationTemplate,
} from '#libs/contracts';
import { type Control, Controller, type FieldErrors, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { saveTemplate, templateOf } from '../../api/notification.js';
import { Button } from '../../components/ui/button.js';
import { Field, FormFault } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { TemplateInput } from '../../components/ui/template-input.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { showFaults } from '../../lib/form-faults.js';

const TEXTS = ['title', 'text', 'picture', 'link'] as const;
type Values = Omit<NotificationTemplate, 'category'>;

/** The texts of one category. */
export function TemplateForm({
  category,
  templates,
  onClose,
}: {
  readonly category: NotificationCategory;
  readonly templates: readonly NotificationTemplate[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { category: _, ...defaultValues } = templateOf(templates, category);
  const { control, handleSubmit, reset, setError, formState } = useForm<Values>({ defaultValues });
  const submit = handleSubmit(async (values) => {
    try {
      await saveTemplate({ category, ...values });
      onClose();
    } catch (thrown) {
      showFaults(thrown, { names: TEXTS, setError, away: t('away.short') });
    }
  });
  const title = t('notify.edit-texts', { event: t(`notify.category.${category}`) });
  return (
    <Modal open onClose={onClose} title={title} text={t('notify.texts-help')}>
      <form
        className="notify-form"
        noValidate
        onSubmit={(e) => {
          void submit(e);
        }}
      >
        <FormFault text={formState.errors.root?.message} />
        <TextFields control={control} errors={formState.errors} />
        <Controller
          control={control}
          name="speech"
          render={({ field: { value, onChange } }) => (
            <SwitchRow label={t('notify.speech')} checked={value} onChange={onChange} />
          )}
        />
        <Button
          tone="ghost"
          onClick={() => {
            reset(DEFAULT_TEMPLATE);
          }}
        >
          {t('notify.default-texts')}
        </Button>
        <ModalFoot onCancel={onClose} action={t('form.save')} busy={formState.isSubmitting} />
      </form>
    </Modal>
  );
}

function TextFields({ control, errors }: { readonly control: Control<Values>; readonly errors: FieldErrors<Values> }) {
  const { t } = useTranslation();
  return TEXTS.map((name) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Field label={t(`notify.text.${name}`)} error={errors[name]?.message}>
          {(parts) => <TemplateInput value={value} names={NOTIFICATION_VARIABLES} parts={parts} onChange={onChange} />}
        </Field>
      )}
    />
  ));
}
