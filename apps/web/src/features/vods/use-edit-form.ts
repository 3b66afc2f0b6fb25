import { editVod as route, type Vod, VodEdit, type VodEditState } from '#libs/contracts';
import { useState } from 'react';
import { type DefaultValues, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { editVod } from '../../api/edit-vod.js';
import { useReloadVod } from '../../api/use-reload-vod.js';
import { useEditConflict } from '../../components/ui/edit-conflict.js';
import { bodyResolver } from '../../lib/body-resolver.js';
import { conflictOf, type Edited, type FieldConflict, saveEdit } from '../../lib/edit-conflict.js';
import { showFaults } from '../../lib/form-faults.js';
import { type ChapterValues, EDIT_FIELDS, editBodyOf, type EditValues, editValuesOf } from './edit-values.js';

/** What is typed about a VOD, and `send`, which saves what of it was changed; `dialog` asks when another edit did. */
export function useEditForm(vod: Vod, onDone: () => void) {
  const { t } = useTranslation();
  const reload = useReloadVod();
  const { ask, dialog } = useEditConflict();
  // What was there when the dialog opened: what comes meanwhile must not undo what is typed.
  const [opened] = useState(() => editedOf(vod));
  const {
    register,
    handleSubmit,
    control,
    setError,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<EditValues>({
    defaultValues: opened.values as DefaultValues<EditValues>,
    resolver: bodyResolver(VodEdit, (values) => editBodyOf(values, opened.values, opened.version)),
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
        ask: (conflicts) =>
          ask(
            conflicts.map(({ field, theirs, mine }: FieldConflict<EditValues>) => ({
              label: t(field === 'chapters' ? 'chapters.title' : `edit.${field}`),
              theirs: shownValue(theirs),
              mine: shownValue(mine),
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

const shownValue = (value: string | boolean | readonly ChapterValues[]) =>
  typeof value === 'object' ? value.map(({ offset, title }) => `${offset} ${title}`) : value;
