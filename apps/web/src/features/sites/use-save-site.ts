import { type SiteAccountView } from '#libs/contracts';
import { type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { putSite } from '../../api/sites.js';
import { type Answer } from '../../lib/call.js';
import { showFaults } from '../../lib/form-faults.js';

interface Saving<F extends FieldValues> {
  readonly names: readonly Path<F>[];
  readonly save: (values: F) => Promise<Answer<SiteAccountView>>;
  /** What the form holds once that is stored: secrets are not shown again. */
  readonly after: (site: SiteAccountView) => F;
}

/** Sends what was typed for a site. What the server objects to stands on the field it is about. */
export function useSaveSite<F extends FieldValues>(form: UseFormReturn<F>, { names, save, after }: Saving<F>) {
  const { t } = useTranslation();
  return form.handleSubmit(async (values) => {
    try {
      const { data, message } = await save(values);
      form.reset(after(data));
      await putSite(data);
      toast.success(message);
    } catch (thrown) {
      showFaults<F>(thrown, { names, setError: form.setError, away: t('away.short') });
    }
  });
}
