import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { longClock } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';

/** Seeks the open player to a second of the file; undefined if no player is open. */
export type Seek = ((seconds: number) => void) | undefined;

/** A moment of a VOD: seeks the open player, or links to the VOD at that moment. */
export function SeekLink({
  uuid,
  seconds,
  onSeek,
}: {
  readonly uuid: string;
  readonly seconds: number;
  readonly onSeek: Seek;
}) {
  const { t } = useTranslation();
  const at = longClock(seconds * 1000);
  const label = t('chapters.go', { time: at });
  if (onSeek === undefined)
    return (
      <Link className="text-link num" to={PATHS.vodAt(uuid, seconds)} aria-label={label}>
        {at}
      </Link>
    );
  return (
    <button
      type="button"
      className="link-button text-link num"
      aria-label={label}
      onClick={() => {
        onSeek(seconds);
      }}
    >
      {at}
    </button>
  );
}
