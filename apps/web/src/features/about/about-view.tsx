import { type ServiceHealth } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useAbout } from '../../api/about.js';
import { useHealth } from '../../api/health.js';
import { useIsAdmin } from '../../api/auth.js';
import { Fact } from '../../components/ui/fact.js';
import { Tag } from '../../components/ui/tag.js';
import { Unloaded } from '../../components/ui/unloaded.js';
import { bytes, timeWithSeconds } from '../../lib/format.js';
import { readNotes } from '../../lib/notes.js';
import { WEB_VERSION } from '../../lib/web-version.js';
import { useLocale } from '../../lib/use-locale.js';
import { LicenceLookUp } from './licence-look-up.js';
import { SpaceUse } from './space-use.js';
import { SubscriptionTable } from './subscription-table.js';
import { ToolTable } from './tool-table.js';
import './about-view.css';

export function AboutView() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const health = useHealth();
  if (health.data === undefined) return <Unloaded what={t('loading.about')} answer={health} />;
  return (
    <div className="about">
      <section>
        <h2>{t('about.services')}</h2>
        {health.data.services.map((s) => (
          <Service key={`${s.service}-${s.node}`} service={s} />
        ))}
      </section>
      <SpaceUse />
      {admin && <Machine />}
      {admin && <SubscriptionTable />}
      <Notes />
    </div>
  );
}

function Service({ service: s }: { readonly service: ServiceHealth }) {
  const { t } = useTranslation();
  return (
    <div className="about-service">
      <b>{s.service}</b> <span className="dim">{`${s.version} · ${s.node}`}</span>
      <ul>
        {s.checks.map((c) => (
          <li key={c.name}>
            <Tag tone={c.ok ? 'live' : 'rec'} dot>
              {c.ok ? t('about.ok') : t('about.bad')}
            </Tag>
            <span>{c.name}</span>
            <span className="muted">{[c.message, c.remedy].filter((x) => x !== '').join(' ')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Machine() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useAbout();
  if (data === undefined) return null;
  return (
    <>
      <section>
        <h2>{t('about.versions')}</h2>
        <dl className="facts">
          <Fact name={t('about.server')}>{data.version}</Fact>
          <Fact name={t('about.web')}>{WEB_VERSION}</Fact>
          <Fact name={t('about.node')}>{data.node}</Fact>
        </dl>
      </section>
      <section>
        <h2>{t('about.tools')}</h2>
        <ToolTable tools={data.bins} />
      </section>
      <section>
        <h2>{t('about.memory')}</h2>
        <dl className="facts num">
          {Object.entries(data.memory).map(([name, n]) => (
            <Fact key={name} name={name}>
              {bytes(n, locale)}
            </Fact>
          ))}
        </dl>
      </section>
      <LicenceLookUp own={data.licenses} />
    </>
  );
}

function Notes() {
  const { t } = useTranslation();
  const locale = useLocale();
  const notes = readNotes();
  if (notes.length === 0) return null;
  return (
    <section>
      <h2>{t('about.notes')}</h2>
      <ul className="about-notes">
        {notes.map((n, i) => (
          <li key={`${n.at}-${i}`}>
            <span className="dim num">{timeWithSeconds(n.at, locale)}</span> {n.text}
          </li>
        ))}
      </ul>
    </section>
  );
}
