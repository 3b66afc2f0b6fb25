import { type AutomaticCleanupView } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useAutomaticCleanup } from '../../api/cleanup.js';
import { ButtonLink } from '../../components/ui/button.js';
import { Notice } from '../../components/ui/notice.js';
import { Tag } from '../../components/ui/tag.js';
import { bytes, dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

const RULES = [
  ['after_recording', 'cleanup.after_recording'],
  ['on_schedule', 'schedule.cron.clean_up'],
  ['make_room', 'cleanup.make_room'],
] as const;

/** What clean-up does by itself, and what it only reported because a rule was new or stricter. */
export function AutomaticCleanup() {
  const { t } = useTranslation();
  const { data } = useAutomaticCleanup();
  if (data === undefined) return null;
  return (
    <div className="automatic-cleanup">
      {data.reported !== null && <Reported reported={data.reported} />}
      <ul>
        {RULES.map(([rule, key]) => (
          <li key={rule}>
            <Tag tone={data[rule] ? 'live' : 'plain'} dot>
              {t(data[rule] ? 'cleanup.auto-on' : 'cleanup.auto-off')}
            </Tag>
            <span>{t(`cleanup.auto.${rule}`)}</span>
            <ButtonLink
              to={PATHS.setting(key)}
              size="small"
              aria-label={`${t('page.settings')}: ${t(`cleanup.auto.${rule}`)}`}
            >
              {t('page.settings')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Reported({ reported }: { readonly reported: NonNullable<AutomaticCleanupView['reported']> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const { vods, bytes: size, at, deletes_from: from } = reported;
  return (
    <Notice
      tone="warn"
      title={t('cleanup.reported', { count: vods, size: bytes(size, locale) })}
      text={t('cleanup.reported-text', { time: dayTime(at, locale, now), from: dayTime(from, locale, now) })}
    />
  );
}
