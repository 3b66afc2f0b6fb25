import { editVod as route, type Vod, type VodEditState } from '#libs/contracts';
import { useState } from 'react';
import {
  type Control,
  Controller,
  type DefaultValues,
  type FieldErrors,
  useForm,
  type UseFormRegister,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { editVod, useReloadVod } from '../../api/vod.js';
import { useEditConflict } from '../../components/ui/edit-conflict.js';
import { Field, FormFault, inputOf } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { conflictOf, type Edited, type FieldConflict, saveEdit } from '../../lib/edit-conflict.js';
import { showFaults } from '../../lib/form-faults.js';
import { ChapterFields } from './chapter-fields.js';
import {
  type ChapterValues,
  EDIT_FIELDS,
  EDIT_NUMBERS,
  editBodyOf,
  type EditValues,
  editValuesOf,
} from './edit-values.js';
import './edit-vod.css';

const SWITCHES = ['prevent_deletion', 'cloud_storage'] as const;

/** Edits everything of a VOD that an operator may change. */
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

/** The form's state, and `send`, which saves its changes; `dialog` asks about conflicts with another edit. */
function useEditForm(vod: Vod, onDone: () => void) {
  const { t } = useTranslation();
  const reload = useReloadVod();
  const { chooseEdit, dialog } = useEditConflict();
  // The values when the dialog was opened: later updates must not overwrite the user's input.
  const [opened] = useState(() => editedOf(vod));
  const {
    register,
    handleSubmit,
    control,
    setError,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<EditValues>({
    defaultValues: opened.values as DefaultValues<EditValues>,
  });
  const send = handleSubmit(async (wanted) => {
    try {
      const saved = await saveEdit({
        opened,
        wanted,
        send: (values, base) => editVod(vod.uuid, editBodyOf(values, base.values, base.version)),
        currentOf: (thrown) => {
          const current = conflictOf(route, thrown);
          return current && editedOf(current);
        },
        chooseEdit: (conflicts) =>
          chooseEdit(
            conflicts.map(({ field, theirs, mine }: FieldConflict<EditValues>) => ({
              label: t(field === 'chapters' ? 'chapters.title' : `edit.${field}`),
              theirs: settingViewValue(theirs),
              mine: settingViewValue(mine),
            })),
          ),
      });
      if (saved.outcome === 'open') return;
      await reload(vod.uuid);
      toast.success(saved.outcome === 'saved' ? saved.answer.message : t('conflict.taken'));
      onDone();
    } catch (thrown) {
      showFaults<EditValues>(thrown, { names: EDIT_FIELDS, setError, away: t('away.short') });
    }
  });
  return { send, register, control, errors, isSubmitting, isDirty, dialog };
}

const editedOf = (vod: VodEditState): Edited<EditValues> => ({ values: editValuesOf(vod), version: vod.version });

const settingViewValue = (value: string | boolean | readonly ChapterValues[]) =>
  typeof value === 'object' ? value.map(({ offset, title }) => `${offset} ${title}`) : value;
