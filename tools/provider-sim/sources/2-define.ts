import { masterText } from './master-text.js';
import type { Reply, SourceSpec } from './source-spec.js';

/** The rows, names and a header of the list consist of variables: NAME and VALUE, QUERYPARAM, IMPORT. */
export const define = (): SourceSpec => ({
  name: '2-define',
  address: 'master.m3u8?token=a%2Bb/c',
  nameOf: (n) => `{$folder}/c${String(n)}.ts?auth={$token}`,
  answer: (request, usual): Reply | Promise<Reply> => {
    const { path, query } = request;
    if (path === 'master.m3u8')
      return {
        body: masterText(
          [{ uri: '{$row}/index.m3u8?token={$token}', bandwidth: 3_000_000 }],
          ['#EXT-X-DEFINE:NAME="row",VALUE="high"', '#EXT-X-DEFINE:QUERYPARAM="token"'],
        ),
      };
    const file = path.replace(/^high\//, '');
    if (file === 'index.m3u8') return usual(file);
    const n = /^media\/(c\d+\.ts)$/.exec(file)?.[1];
    // A query parser reads a plus sign as a space.
    return n === undefined || query.get('auth') !== 'a b/c' ? { status: 403 } : usual(`{$folder}/${n}?auth={$token}`);
  },
  list: (text) =>
    text.replace(
      '#EXT-X-TARGETDURATION',
      '#EXT-X-DEFINE:NAME="folder",VALUE="media"\n#EXT-X-DEFINE:IMPORT="token"\n#EXT-X-TARGETDURATION',
    ),
});
