import { type Notice as StoredNotice } from '#libs/contracts';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { dismissNotice } from '../../api/notice.js';
import { KEY } from '../../api/keys.js';
import { scanLibrary } from '../../api/scan.js';
import { Button, ButtonLink, IconButton } from '../../components/ui/button.js';
import { Notice } from '../../components/ui/notice.js';
import { dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

const TONE = { info: 'info', warning: 'warn', error: 'rec' } as const satisfies Record<StoredNotice['level'], string>;

/**
 * A notice that the server stores. A resolved one is less prominent but stays readable. `onGone` is called before it
 * leaves the list.
 */
export function StoredNoticeRow({ notice, onGone }: { readonly notice: StoredNotice; readonly onGone: () => void }) {
  const { t } = useTranslation();
  const dismiss = useAction(async (id: string) => {
    await dismissNotice(id);
    return { message: '' };
  });
  const remove = async (): Promise<void> => {
    const done = await dismiss.run(notice.id);
    if (done) onGone();
    await mutate(KEY.notices);
  };
  return (
    <div className={notice.resolved_at === null ? 'stored-notice' : 'stored-notice stored-notice-over'}>
      <Notice
        tone={notice.resolved_at === null ? TONE[notice.level] : 'done'}
        title={notice.title}
        text={notice.text}
        foot={<NoticeTimes notice={notice} />}
      >
        <NoticeLink notice={notice} />
        <IconButton
          icon={X}
          className="notice-dismiss"
          label={t('notices.dismiss', { title: notice.title })}
          aria-busy={dismiss.busy || undefined}
          onClick={() => {
            void remove();
          }}
        />
      </Notice>
    </div>
  );
}

function NoticeLink({ notice }: { readonly notice: StoredNotice }) {
  const { t } = useTranslation();
  if (notice.kind === 'library-lost') return notice.resolved_at === null ? <ScanButton /> : null;
  if (notice.vod_uuid !== null)
    return (
      <ButtonLink to={PATHS.onDashboard('vod', notice.vod_uuid)} size="small">
        {t('page.vod')}
      </ButtonLink>
    );
  if (notice.kind === 'account' || notice.kind === 'push-revoked')
    return (
      <ButtonLink to={PATHS.sites} size="small">
        {t('page.sites')}
      </ButtonLink>
    );
  if (notice.kind === 'self-test-failed')
    return (
      <ButtonLink to={PATHS.tasks} size="small">
        {t('page.tasks')}
      </ButtonLink>
    );
  if (notice.kind === 'cleanup-report')
    return (
      <ButtonLink to={PATHS.tools} size="small">
        {t('tools.cleanup-look')}
      </ButtonLink>
    );
  if (notice.kind === 'low-space')
    return (
      <ButtonLink to={PATHS.about} size="small">
        {t('space.title')}
      </ButtonLink>
    );
  return notice.channel_uuid === null ? null : (
    <ButtonLink to={PATHS.channel(notice.channel_uuid)} size="small">
      {t('notices.channel')}
    </ButtonLink>
  );
}

/** Restores VODs that are on storage but not in the database. */
function ScanButton() {
  const { t } = useTranslation();
  const scan = useAction(scanLibrary, t('scan.started'));
  return (
    <Button
      size="small"
      busy={scan.busy}
      onClick={() => {
        void scan.run();
      }}
    >
      {t('tools.scan-do')}
    </Button>
  );
}

function NoticeTimes({ notice: { first_at, last_at, count, resolved_at } }: { readonly notice: StoredNotice }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const when = (iso: string): string => dayTime(iso, locale, now);
  const parts = [
    count > 1 ? t('notices.times', { count, first: when(first_at), last: when(last_at) }) : when(last_at),
    resolved_at === null ? '' : t('notices.over', { time: when(resolved_at) }),
  ];
  return <>{parts.filter((s) => s !== '').join(' · ')}</>;
}
