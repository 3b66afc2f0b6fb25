import { type Vod } from '#libs/contracts';
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, inputOf } from '../../components/ui/field.js';
import { FormFault } from '../../components/ui/form-fault.js';
import { Modal } from '../../components/ui/modal.js';
import { ModalFoot } from '../../components/ui/modal-foot.js';
import { SwitchRow } from '../../components/ui/switch-row.js';
import { ChapterFields } from './chapter-fields.js';
import { EDIT_NUMBERS, type EditValues } from './edit-values.js';
import { useEditForm } from './use-edit-form.js';
import './edit-vod.css';

const SWITCHES = ['prevent_deletion', 'cloud_storage'] as const;

/** All that an operator may change of a VOD (spec M3). */
export function EditVodDialog({ vod, onClose }: { readonly vod: Vod; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open wide onClose={onClose} title={t('edit.title')} text={vod.basename}>
      <EditForm vod={vod} onDone={onClose} />
    </Modal>
  );
}

function EditForm({ vod, onDone }: { readonly vod: Vod; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { send, register, control, errors, isSubmitting, isDirty, dialog } = useEditForm(vod, onDone);
  return (
    <>
      <form
        className="edit-vod"
        noValidate
        onSubmit={(e) => {
          void send(e);
        }}
      >
        <FormFault text={errors.root?.message} />
        <NumberFields register={register} errors={errors} />
        <Field label={t('edit.comment')} help={t('edit.comment-help')} error={errors.comment?.message}>
          {(parts) => <textarea {...inputOf(parts)} {...register('comment')} rows={2} />}
        </Field>
        <div>
          {SWITCHES.map((name) => (
            <Switch key={name} name={name} control={control} />
          ))}
        </div>
        <SegmentsField register={register} errors={errors} count={vod.segments.length} />
        <Controller
          name="chapters"
          control={control}
          render={({ field }) => (
            <ChapterFields chapters={field.value} faults={errors.chapters} onChange={field.onChange} />
          )}
        />
        <ModalFoot onCancel={onDone} action={t('form.save')} busy={isSubmitting} disabled={!isDirty} />
      </form>
      {dialog}
    </>
  );
}

interface FieldsProps {
  readonly register: UseFormRegister<EditValues>;
  readonly errors: FieldErrors<EditValues>;
}

function NumberFields({ register, errors }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="edit-numbers">
      {EDIT_NUMBERS.map((name) => (
        <Field
          key={name}
          label={t(`edit.${name}`)}
          error={
            errors[name] === undefined || errors[name].type === 'server' ? errors[name]?.message : t('edit.bad-number')
          }
        >
          {(parts) => <input {...inputOf(parts)} {...register(name)} inputMode="numeric" autoComplete="off" />}
        </Field>
      ))}
    </div>
  );
}

function SegmentsField({ register, errors, count }: FieldsProps & { readonly count: number }) {
  const { t } = useTranslation();
  return (
    <Field label={t('edit.segments')} help={t('edit.segments-help')} error={errors.segments?.message}>
      {(parts) => (
        <textarea
          {...inputOf(parts)}
          {...register('segments')}
          className="input mono"
          rows={Math.min(6, Math.max(2, count))}
          spellCheck={false}
          wrap="off"
        />
      )}
    </Field>
  );
}

function Switch({
  name,
  control,
}: {
  readonly name: (typeof SWITCHES)[number];
  readonly control: Control<EditValues>;
}) {
  const { t } = useTranslation();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field }) => <SwitchRow label={t(`edit.${name}`)} checked={field.value} onChange={field.onChange} />}
    />
  );
}
