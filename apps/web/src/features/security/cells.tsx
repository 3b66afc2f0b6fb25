import { Ban } from 'lucide-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/button.js';
import { LabelledCell } from '../../components/ui/stacked-table.js';
import { dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { browserName } from './browser-name.js';

/** @param at ISO time; null: never */
export function TimeCell({ label, at }: { readonly label: string; readonly at: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  return (
    <LabelledCell label={label}>
      {at === null ? t('security.never') : <time dateTime={at}>{dayTime(at, locale, now)}</time>}
    </LabelledCell>
  );
}

export function AgentCell({
  label,
  agent,
  children,
}: {
  readonly label: string;
  readonly agent: string;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <LabelledCell label={label}>
      <span title={agent}>{browserName(agent) || t('security.unknown')}</span> {children}
    </LabelledCell>
  );
}

export function AddressCell({ label, address }: { readonly label: string; readonly address: string }) {
  const { t } = useTranslation();
  return (
    <LabelledCell label={label}>
      <span className="mono">{address === '' ? t('security.unknown') : address}</span>
    </LabelledCell>
  );
}

/** Ends a login or a link, after a question. */
export function EndButton({
  label,
  text,
  end,
  onDone,
}: {
  readonly label: string;
  readonly text: string;
  readonly end: () => Promise<{ readonly message: string }>;
  /** Also after a failure: it may have ended elsewhere. */
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const { run, busy } = useAction(end);
  return (
    <ConfirmButton
      button={(openConfirm) => <IconButton icon={Ban} label={label} onClick={openConfirm} />}
      title={label}
      text={text}
      action={t('security.end')}
      busy={busy}
      onConfirm={async () => {
        const done = await run();
        onDone();
        return done;
      }}
    />
  );
}
