import { getLicence, pathOf } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { siteUrl } from '../../lib/basepath.js';

/** The licence of Vodkeep, and the way to that of each package it is made of. */
export function LicenceLookUp({ own }: { readonly own: string }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const address = siteUrl(`${pathOf(getLicence)}?${new URLSearchParams({ package_name: name.trim() }).toString()}`);
  return (
    <section>
      <h2>{t('about.licences')}</h2>
      <p className="muted">{t('about.licence-own', { name: own })}</p>
      <form
        className="button-row"
        action={siteUrl(pathOf(getLicence))}
        target="_blank"
        onSubmit={(e) => {
          e.preventDefault();
          if (name.trim() !== '') window.open(address, '_blank', 'noreferrer');
        }}
      >
        <input
          className="input about-package"
          aria-label={t('about.licence-package')}
          placeholder={t('about.licence-package')}
          autoComplete="off"
          spellCheck={false}
          maxLength={214}
          value={name}
          onChange={(e) => {
            setName(e.target.value);
          }}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('about.licence-read')}
        </Button>
      </form>
    </section>
  );
}
