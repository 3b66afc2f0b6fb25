import { type getAbout, getLicence, pathOf, type ServiceHealth } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { useAbout } from '../../api/about.js';
import { useIsAdmin } from '../../api/auth.js';
import { useHealth } from '../../api/health.js';
import { useSpace } from '../../api/space.js';
import { Button } from '../../components/ui/button.js';
import { DetailRow } from '../../components/ui/detail-row.js';
import { Meter } from '../../components/ui/meter.js';
import { Tag } from '../../components/ui/tag.js';
import { LoadState } from '../../components/ui/load-state.js';
import { siteUrl } from '../../lib/basepath.js';
import { bytes, timeWithSeconds } from '../../lib/format.js';
import { readClientLog } from '../../lib/client-log.js';
import { useLocale } from '../../lib/use-locale.js';
import { WEB_VERSION } from '../../lib/web-version.js';
import { DiskTable } from './disk-table.js';
import { SubscriptionTable } from './subscription-table.js';
import './about-view.css';

export function AboutView() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const health = useHealth();
  if (health.data === undefined) return <LoadState what={t('loading.about')} answer={health} />;
  return (
    <div className="about">
      <section>
        <h2>{t('about.services')}</h2>
        {health.data.services.map((s) => (
          <Service key={`${s.service}-${s.node}`} service={s} />
        ))}
      </section>
      <SpaceUse />
      {admin && <DiskTable />}
      {admin && <Machine />}
      {admin && <SubscriptionTable />}
      <ClientLog />
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
          <DetailRow name={t('about.server')}>{data.version}</DetailRow>
          <DetailRow name={t('about.web')}>{WEB_VERSION}</DetailRow>
          <DetailRow name={t('about.node')}>{data.node}</DetailRow>
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
            <DetailRow key={name} name={name}>
              {bytes(n, locale)}
            </DetailRow>
          ))}
        </dl>
      </section>
      <LicenceLookUp own={data.licenses} />
    </>
  );
}

function ClientLog() {
  const { t } = useTranslation();
  const locale = useLocale();
  const clientLog = readClientLog();
  if (clientLog.length === 0) return null;
  return (
    <section>
      <h2>{t('about.notes')}</h2>
      <ul className="client-log">
        {clientLog.map((n, i) => (
          <li key={`${n.at}-${i}`}>
            <span className="dim num">{timeWithSeconds(n.at, locale)}</span> {n.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

const KINDS = ['segments', 'files', 'chat', 'clips', 'local', 'other'] as const;

/** Storage used by the library, by kind, each with its share of the whole. */
function SpaceUse() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useSpace();
  if (data === undefined) return null;
  return (
    <section>
      <h2>{t('space.title')}</h2>
      <p className="muted about-space-sum num">
        {data.free === null
          ? t('space.sum-unknown', { used: bytes(data.used_total, locale) })
          : t('space.sum', { used: bytes(data.used_total, locale), free: bytes(data.free, locale) })}
      </p>
      <dl className="about-space num">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`space.${kind}`)}</dt>
            <dd>
              <Meter value={data.used_total === 0 ? 0 : data.used[kind] / data.used_total} label={t(`space.${kind}`)} />
            </dd>
            <dd>{bytes(data.used[kind], locale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Tools = z.infer<(typeof getAbout)['data']>['bins'];
const TOOL_STATE_TEXTS = {
  'ok': 'about.tool-ok',
  'outdated': 'about.tool-outdated',
  'not found': 'about.tool-not-found',
  'broken': 'about.tool-broken',
  'not needed': 'about.tool-not-needed',
} as const satisfies Record<Tools[string]['status'], string>;
/** The server's status of a tool that exists and is new enough. */
const FINE = 'ok';

/** Programs that Vodkeep calls: the place of each, its version, and the oldest version that works. */
function ToolTable({ tools }: { readonly tools: Tools }) {
  const { t } = useTranslation();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('about.tool')}</th>
          <th scope="col">{t('about.tool-state')}</th>
          <th scope="col">{t('about.tool-version')}</th>
          <th scope="col">{t('about.tool-least')}</th>
          <th scope="col">{t('about.tool-path')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(tools).map(([name, tool]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>
              <Tag tone={tool.status === FINE ? 'live' : tool.path === null ? 'plain' : 'warn'} dot>
                {t(TOOL_STATE_TEXTS[tool.status])}
              </Tag>
            </td>
            <td className="num">{tool.version ?? '–'}</td>
            <td className="num dim">{tool.min_version ?? '–'}</td>
            <td className="mono dim">{tool.path ?? tool.tried}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The licence of Vodkeep, and a search for the licence of each package that it contains. */
function LicenceLookUp({ own }: { readonly own: string }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const address = siteUrl(`${pathOf(getLicence)}?${new URLSearchParams({ package_name: name.trim() }).toString()}`);
  return (
    <section>
      <h2>{t('about.licences')}</h2>
      <p className="muted">{t('about.licence-own', { name: own })}</p>
      <form
        className="button-row"
        action={siteUrl(pathOf(getLicence))}
        target="_blank"
        onSubmit={(e) => {
          e.preventDefault();
          if (name.trim() !== '') window.open(address, '_blank', 'noreferrer');
        }}
      >
        <input
          className="input about-package"
          aria-label={t('about.licence-package')}
          placeholder={t('about.licence-package')}
          autoComplete="off"
          spellCheck={false}
          maxLength={214}
          value={name}
          onChange={(e) => {
            setName(e.target.value);
          }}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('about.licence-read')}
        </Button>
      </form>
    </section>
  );
}
