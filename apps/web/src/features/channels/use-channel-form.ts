import { type DefaultValues, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { bodyResolver } from '../../lib/body-resolver.js';
import { showFaults } from '../../lib/form-faults.js';
import { CHANNEL_FIELDS, type ChannelValues } from './channel-values.js';

/** What a form of a channel starts with, and how it is judged and sent. */
export interface ChannelSending {
  readonly start: ChannelValues;
  readonly schema: z.ZodType;
  readonly bodyOf: (values: ChannelValues) => Record<string, unknown>;
  readonly onSend: (body: Record<string, unknown>, values: ChannelValues) => Promise<void>;
}

/** @param onRefused called with the fields that the schema refuses; the server's objections are shown by the form */
export function useChannelForm(
  { start, schema, bodyOf, onSend }: ChannelSending,
  onRefused: (fields: readonly string[]) => void,
) {
  const { t } = useTranslation();
  const {
    register,
    handleSubmit,
    setError,
    setValue,
    control,
    formState: { errors, isSubmitting, isDirty },
  } = useForm<ChannelValues>({
    resolver: bodyResolver(schema, bodyOf),
    defaultValues: start as DefaultValues<ChannelValues>,
  });
  const submit = handleSubmit(
    async (values) => {
      try {
        await onSend(bodyOf(values), values);
      } catch (thrown) {
        showFaults<ChannelValues>(thrown, { names: CHANNEL_FIELDS, setError, away: t('away.short') });
      }
    },
    (faults) => {
      onRefused(Object.keys(faults));
    },
  );
  return { submit, register, setValue, control, errors, isSubmitting, isDirty };
}
