import { type getAbout } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { Tag } from '../../components/ui/tag.js';

type Tools = z.infer<(typeof getAbout)['data']>['bins'];
/** The server's word for a tool that is there and new enough. */
const FINE = 'ok';

/** Programs that Vodkeep calls: where each was found, its version and the oldest that does. */
export function ToolTable({ tools }: { readonly tools: Tools }) {
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
                {tool.status}
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
