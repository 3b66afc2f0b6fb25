import { type Vod, VodEdit } from '#libs/contracts';
import { useState } from 'react';
import { type DefaultValues, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { editVod, useReloadVod } from '../../api/vod.js';
import { bodyResolver } from '../../lib/body-resolver.js';
import { showFaults } from '../../lib/form-faults.js';
import { EDIT_FIELDS, editBodyOf, type EditValues, editValuesOf } from './edit-values.js';

/** What is typed about a VOD, and `send`, which saves what of it was changed. */
export function useEditForm(vod: Vod, onDone: () => void) {
  const { t } = useTranslation();
  const reload = useReloadVod();
  // What was there when the dialog opened: what comes meanwhile must not undo what is typed.
  const [{ before, version }] = useState(() => ({ before: editValuesOf(vod), version: vod.version }));
  const {
    register,
    handleSubmit,
    control,
    setError,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<EditValues>({
    defaultValues: before as DefaultValues<EditValues>,
    resolver: bodyResolver(VodEdit, (values) => editBodyOf(values, before, version)),
  });
  const send = handleSubmit(async (values) => {
    try {
      const { message } = await editVod(vod.uuid, editBodyOf(values, before, version));
      await reload(vod.uuid);
      toast.success(message);
      onDone();
    } catch (thrown) {
      showFaults<EditValues>(thrown, { names: EDIT_FIELDS, setError, away: t('away.short') });
    }
  });
  return { send, register, control, errors, isSubmitting, isDirty };
}
