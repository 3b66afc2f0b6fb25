import { type DeadLetter } from '#libs/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { useIsAdmin } from '../../api/auth.js';
import { useChannels } from '../../api/channel.js';
import { dropDeadLetter, retryDeadLetter, useDeadLetters } from '../../api/dead-letter.js';
import { useHealth } from '../../api/health.js';
import { KEY } from '../../api/keys.js';
import { useNotices } from '../../api/notice.js';
import { useSettings } from '../../api/settings.js';
import { Button, ButtonLink } from '../../components/ui/button.js';
import { Notice } from '../../components/ui/notice.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { type NoticeItem, dashboardNotices } from './dashboard-notices.js';
import { StoredNoticeRow } from './stored-notice.js';
import './notice-list.css';

const OPEN = 3;

/** All notices for the operator, each with a remedy. Only for users who can act on them. */
export function NoticeList() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const { channels } = useChannels();
  const items = dashboardNotices({
    problems: useSettings(admin).data?.problems ?? [],
    services: useHealth().data?.services ?? [],
    deadLetters: useDeadLetters().data ?? [],
    channels,
    stored: useNotices().data ?? [],
  });
  const list = useRef<HTMLElement>(null);
  if (!admin || items.length === 0) return null;
  const show = (item: NoticeItem) => (
    <OneNotice
      key={item.id}
      item={item}
      onGone={() => {
        focusBeside(list.current);
      }}
    />
  );
  return (
    <section className="notices" aria-label={t('notices.title')} ref={list} tabIndex={-1}>
      {items.slice(0, OPEN).map(show)}
      {items.length > OPEN && (
        <details>
          <summary>{t('notices.more', { count: items.length - OPEN })}</summary>
          {items.slice(OPEN).map(show)}
        </details>
      )}
    </section>
  );
}

/**
 * Moves the focus when the focused notice leaves: to the next one's button, otherwise the previous one's, otherwise the
 * list.
 */
function focusBeside(list: HTMLElement | null): void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>('.notice-dismiss') ?? [])];
  const at = buttons.findIndex((b) => b === document.activeElement);
  if (at >= 0) (buttons[at + 1] ?? buttons[at - 1] ?? list)?.focus();
}

function OneNotice({ item, onGone }: { readonly item: NoticeItem; readonly onGone: () => void }) {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'setting':
      return (
        <Notice tone="warn" title={item.text}>
          <ButtonLink to={PATHS.config} size="small">
            {t('page.settings')}
          </ButtonLink>
        </Notice>
      );
    case 'health':
      return <Notice tone="rec" title={`${item.service}: ${item.text}`} text={item.remedy} />;
    case 'stored':
      return <StoredNoticeRow notice={item.notice} onGone={onGone} />;
    case 'dead-letter':
      return <DeadLetterNotice letter={item.letter} />;
    case 'not-recorded':
      return (
        <Notice
          tone="warn"
          title={t(`notices.${item.channel.verdict.state === 'queued' ? 'queued' : 'not-recorded'}`, {
            name: item.channel.displayName,
          })}
          text={item.channel.verdict.reason}
        >
          <ButtonLink to={PATHS.channel(item.channel.uuid)} size="small">
            {t('notices.channel')}
          </ButtonLink>
        </Notice>
      );
  }
}

/** A message that no service could handle, with "Try again". */
function DeadLetterNotice({ letter }: { readonly letter: DeadLetter }) {
  const { t } = useTranslation();
  const retry = useAction(retryDeadLetter);
  const drop = useAction(dropDeadLetter);
  const reload = (): void => {
    void mutate(KEY.deadLetters);
  };
  return (
    <Notice
      tone="rec"
      title={t('notices.dead-letter', { name: letter.name, count: letter.attempts })}
      text={letter.error}
    >
      <Button
        size="small"
        busy={retry.busy}
        onClick={() => {
          void retry.run(letter.id).then(reload);
        }}
      >
        {t('common.retry')}
      </Button>
      <Button
        size="small"
        tone="ghost"
        busy={drop.busy}
        onClick={() => {
          void drop.run(letter.id).then(reload);
        }}
      >
        {t('notices.forget')}
      </Button>
    </Notice>
  );
}
