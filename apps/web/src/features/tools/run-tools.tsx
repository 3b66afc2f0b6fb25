import { type SCHEDULED } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { resetChannels, runScheduled } from '../../api/tools.js';
import { scanLibrary } from '../../api/scan.js';
import { Button } from '../../components/ui/button.js';
import { useAction } from '../../lib/use-action.js';

type Scheduled = (typeof SCHEDULED)[number];
/** Those of v0's names that do something today. */
const CHECKS = [
  'check_muted_vods',
  'check_deleted_vods',
  'match_vods',
  'validate_oauth',
] as const satisfies readonly Scheduled[];

/** What runs by itself or over the whole library, started by hand. */
export function RunTools() {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t('tools.run')}</h2>
      <Tool title={t('tools.scan')} text={t('tools.scan-help')} action={t('tools.scan-do')} work={scanLibrary} />
      {CHECKS.map((name) => (
        <Tool
          key={name}
          title={t(`tools.${name}`)}
          text={t(`tools.${name}-help`)}
          action={t('tools.run-do')}
          work={() => runScheduled(name)}
        />
      ))}
      <Tool title={t('tools.reset')} text={t('tools.reset-help')} action={t('tools.reset-do')} work={resetChannels} />
    </section>
  );
}

interface ToolProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly work: () => Promise<{ readonly message: string }>;
}

function Tool({ title, text, action, work }: ToolProps) {
  const { t } = useTranslation();
  const { run, busy } = useAction(work, t('tools.started'));
  return (
    <div className="tool">
      <div>
        <b>{title}</b>
        <p className="muted">{text}</p>
      </div>
      <Button
        busy={busy}
        aria-label={`${action}: ${title}`}
        onClick={() => {
          void run();
        }}
      >
        {action}
      </Button>
    </div>
  );
}
