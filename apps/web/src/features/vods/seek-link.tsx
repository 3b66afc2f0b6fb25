import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { longClock } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';

/** Moves the player that is open, s of the file; undefined where none is. */
export type Seek = ((seconds: number) => void) | undefined;

/** A moment of a VOD: moves the player that is open; without one it is a link that opens it there. */
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
