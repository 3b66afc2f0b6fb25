import { type SpaceRoot } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useSpaceRoots } from '../../api/space.js';
import { ButtonLink } from '../../components/ui/button.js';
import { Meter } from '../../components/ui/meter.js';
import { Tag, type Tone } from '../../components/ui/tag.js';
import { bytes } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useLocale } from '../../lib/use-locale.js';

const TONES = { 'open': 'live', 'low': 'warn', 'sealed': 'rec', 'read-only': 'rec' } as const satisfies Record<
  SpaceRoot['state'],
  Tone
>;
const METER_TONES = { 'open': 'accent', 'low': 'warn', 'sealed': 'rec', 'read-only': 'rec' } as const;

/** The disks that Vodkeep writes to: what is free, the limit below which recordings wait, and the state. */
export function DiskTable() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useSpaceRoots();
  if (data === undefined || data.roots.length === 0) return null;
  const { roots, expected, missing } = data;
  return (
    <section>
      <h2>{t('disks.title')}</h2>
      <p className="muted">{t('disks.help')}</p>
      <table className="table disks num">
        <thead>
          <tr>
            <th scope="col">{t('disks.disk')}</th>
            <th scope="col">{t('disks.used')}</th>
            <th scope="col">{t('disks.free')}</th>
            <th scope="col">{t('disks.limit')}</th>
            <th scope="col">{t('about.tool-state')}</th>
          </tr>
        </thead>
        <tbody>
          {roots.map((root) => (
            <Disk key={root.name} root={root} />
          ))}
        </tbody>
      </table>
      {expected > 0 && (
        <p className="muted num">
          {missing > 0
            ? t('disks.missing', { expected: bytes(expected, locale), missing: bytes(missing, locale) })
            : t('disks.expected', { expected: bytes(expected, locale) })}
        </p>
      )}
      <ButtonLink to={PATHS.setting('storage.gate_gb')} size="small">
        {t('disks.settings')}
      </ButtonLink>
    </section>
  );
}

function Disk({ root }: { readonly root: SpaceRoot }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { title, path, free, total, limit, seal_limit, state, text } = root;
  return (
    <tr>
      <td>
        {title}
        <div className="mono dim disks-path">{path}</div>
      </td>
      <td>
        <Meter
          value={total === 0 ? 0 : (total - free) / total}
          label={t('disks.used-of', { name: title })}
          tone={METER_TONES[state]}
        />
      </td>
      <td>{bytes(free, locale)}</td>
      <td>
        {bytes(limit, locale)}
        {seal_limit !== null && <div className="dim">{t('disks.seal', { size: bytes(seal_limit, locale) })}</div>}
      </td>
      <td>
        <Tag tone={TONES[state]} dot>
          {t(`disks.state.${state}`)}
        </Tag>
        {text !== '' && <div className="muted disks-text">{text}</div>}
      </td>
    </tr>
  );
}
