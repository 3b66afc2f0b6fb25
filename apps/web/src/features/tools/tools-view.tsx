import { type SCHEDULED } from '#libs/contracts';
import { Power } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scanLibrary } from '../../api/scan.js';
import { resetChannels, runScheduled, shutDown } from '../../api/tools.js';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { useAction } from '../../lib/use-action.js';
import { ChatDumpTool } from './chat-dump-tool.js';
import { CleanupTool } from './cleanup-tool.js';
import { DownloadTool } from './download-tool.js';
import './tools.css';

/** Tools for the whole library and for downloads from sites. */
export function ToolsView() {
  return (
    <div className="tools">
      <DownloadTool />
      <ChatDumpTool />
      <CleanupTool />
      <RunTools />
      <ShutdownTool />
    </div>
  );
}

type Scheduled = (typeof SCHEDULED)[number];
/** The v0 checks that have an effect today. */
const CHECKS = [
  'check_muted_vods',
  'check_deleted_vods',
  'match_vods',
  'validate_oauth',
] as const satisfies readonly Scheduled[];

/** Starts periodic tasks and checks of the whole library manually. */
function RunTools() {
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

function ShutdownTool() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [force, setForce] = useState(false);
  const stop = useAction(shutDown);
  return (
    <section>
      <h2>{t('tools.shutdown')}</h2>
      <p className="muted">{t('tools.shutdown-help')}</p>
      <Button
        icon={Power}
        onClick={() => {
          setForce(false);
          setAsking(true);
        }}
      >
        {t('tools.shutdown')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        title={t('tools.shutdown-title')}
        text={t('tools.shutdown-text')}
        action={t('tools.shutdown')}
        busy={stop.busy}
        onConfirm={() => {
          void stop.run(force).then((done) => {
            if (done) setAsking(false);
          });
        }}
      >
        <SwitchRow checked={force} onChange={setForce} label={t('tools.shutdown-force')} />
      </Confirm>
    </section>
  );
}
