import { type Channel, type CleanupPreview } from '#libs/contracts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cleanChannel } from '../../api/clean-channel.js';
import { useCleanupPreview } from '../../api/use-cleanup-preview.js';
import { AwayBox } from '../../components/ui/away-box.js';
import { Blank } from '../../components/ui/blank.js';
import { Button } from '../../components/ui/button.js';
import { LoadingBox } from '../../components/ui/loading-box.js';
import { Modal } from '../../components/ui/modal.js';
import { Notice } from '../../components/ui/notice.js';
import { bytes, dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import './clean-up.css';

/** What would go and why, before anything does. */
export function CleanUpDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const answer = useCleanupPreview(channel.uuid);
  const error: unknown = answer.error;
  const { data, isValidating } = answer;
  return (
    <Modal open wide onClose={onClose} title={t('cleanup.title', { name: channel.displayName })}>
      {data !== undefined && !isValidating ? <Plan uuid={channel.uuid} preview={data} onClose={onClose} /> : error === undefined ? <LoadingBox what={t('cleanup.loading')} /> : <AwayBox error={error} onRetry={() => { void answer.mutate(); }} />}
    </Modal>
  );
}

interface PlanProps { readonly uuid: string; readonly preview: CleanupPreview; readonly onClose: () => void }

function Plan({ uuid, preview, onClose }: PlanProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const clean = useAction(() => cleanChannel(uuid));
  const { goes, spared, warnings, freed_bytes } = preview;
  return (
    <>
      <Limits limits={preview.limits} />
      {warnings.map((text) => <Notice key={text} tone="warn" title={text} />)}
      {goes.length === 0 ? <Blank icon={Sparkles} title={t('cleanup.nothing')} text={t('cleanup.nothing-text')} /> : <Goes goes={goes} />}
      {spared.length > 0 && <Spared spared={spared} />}
      <div className="modal-foot">
        {goes.length > 0 && <span className="muted grow cleanup-undo">{t('cleanup.no-undo')}</span>}
        <Button onClick={onClose}>{goes.length === 0 ? t('common.close') : t('common.cancel')}</Button>
        {goes.length > 0 && <Button tone="danger" busy={clean.busy} onClick={() => { void clean.run().then((done) => { if (done) onClose(); }); }}>{t('cleanup.do', { count: goes.length, size: bytes(freed_bytes, locale) })}</Button>}
      </div>
    </>
  );
}

function Limits({ limits }: Pick<CleanupPreview, 'limits'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (limits === null) return <p className="modal-text">{t('cleanup.off')}</p>;
  const { vods, bytes: size, age_days } = limits;
  const said = [vods === null ? '' : t('cleanup.keep-vods', { count: vods }), size === null ? '' : t('cleanup.keep-bytes', { size: bytes(size, locale) }), age_days === null ? '' : t('cleanup.keep-days', { count: age_days })].filter((text) => text !== '');
  return <p className="modal-text">{said.length === 0 ? t('cleanup.no-limits') : t('cleanup.limits', { limits: said.join(', ') })}</p>;
}

function Goes({ goes }: Pick<CleanupPreview, 'goes'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  return (
    <section className="cleanup-part">
      <h3>{t('cleanup.goes')}</h3>
      <table className="table">
        <thead><tr><th scope="col">{t('cleanup.recorded')}</th><th scope="col">{t('cleanup.vod')}</th><th scope="col" className="num">{t('parts.size')}</th><th scope="col">{t('cleanup.why')}</th></tr></thead>
        <tbody>{goes.map((g) => <tr key={g.uuid}><td className="num">{dayTime(g.started_at, locale, now)}</td><td className="mono cleanup-name">{g.basename}</td><td className="num">{bytes(g.bytes, locale)}</td><td>{g.over.map((limit) => t(`cleanup.over.${limit}`)).join(', ')}</td></tr>)}</tbody>
      </table>
    </section>
  );
}

function Spared({ spared }: Pick<CleanupPreview, 'spared'>) {
  const { t } = useTranslation();
  return (
    <section className="cleanup-part">
      <h3>{t('cleanup.spared')}</h3>
      <ul className="cleanup-spared">{spared.map((s) => <li key={s.uuid}><span className="mono cleanup-name">{s.basename}</span> <span className="muted">{s.why}</span></li>)}</ul>
    </section>
  );
}
