import { type LogLineView } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeWithSeconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';

export function LogTable({ lines, loaded, onModule }: { readonly lines: readonly LogLineView[]; readonly loaded: boolean; readonly onModule: (module: string) => void }) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p className="log-none">{loaded ? t('log.none') : t('loading.log')}</p>;
  return (
    <table className="log-table">
      <thead className="off-screen"><tr><th scope="col">{t('log.time')}</th><th scope="col">{t('log.module')}</th><th scope="col">{t('log.level')}</th><th scope="col">{t('log.text')}</th></tr></thead>
      <tbody>{lines.map((line, i) => <Line key={`${line.time}-${i}`} line={line} onModule={onModule} />)}</tbody>
    </table>
  );
}

/** The module filters, the level tells the process, the text opens what else the line carries. */
function Line({ line, onModule }: { readonly line: LogLineView; readonly onModule: (module: string) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const level = line.level.toLowerCase();
  return (
    <tr className={`log-${level}`}>
      <td className="num log-time">{timeWithSeconds(line.time, locale)}</td>
      <td><button type="button" className="log-module" onClick={() => { onModule(line.module); }}>{line.module}</button></td>
      <td className="log-level" title={t('log.pid', { service: line.service, node: line.node, pid: String(line.pid) })}>{level}</td>
      <td className="log-line">
        {line.metadata === undefined ? line.text : <button type="button" aria-expanded={open} onClick={() => { setOpen(!open); }}>{line.text}</button>}
        {open && <pre>{JSON.stringify(line.metadata, null, 2)}</pre>}
      </td>
    </tr>
  );
}
